import { maxUint256, zeroAddress } from 'viem'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { requireKey } from '#mandates/actions/authorization.ts'
import { endOf, presentOrder } from '#mandates/actions/presentOrder.ts'
import { readAccount } from '#mandates/actions/readAccount.ts'
import { type FoundPosition, readPosition, requireModestHook, requireOwned } from '#mandates/actions/readPosition.ts'
import type { Context } from '#mandates/Context.ts'
import { compoundAt } from '#mandates/rules/compoundAt.ts'
import type { CompoundOrder } from '#mandates/rules/Order.ts'
import { priceRead } from '#mandates/rules/orderExit.ts'
import { PrepareCompoundRequest, PreparedOrder } from '#mandates/wire/orders.ts'

/** Turns "add my fees to my position" into what the owner signs; nothing is signed, sent or stored here. */
export function prepareCompound(context: Context): Operation {
  return define({
    name: 'prepareCompound',
    method: 'POST',
    path: '/api/orders/compounds/prepare',
    tag: 'orders',
    summary: 'Prepare an order that adds the fees of a v4 position to its liquidity, for the owner to sign.',
    description:
      'The chain lets anybody add exactly this liquidity once, as soon as the fees of the position pay for all of it within the signed amounts, and pays them the tip. The other fees go to the owner. Publish the signed order with `POST /api/orders`.',
    access: none,
    limit: 'build',
    errors: ['failed_precondition', 'unavailable'],
    examples: [EXAMPLE],
    request: PrepareCompoundRequest,
    response: PreparedOrder,
    handle: (request) => prepare({ ...context, chain: context.chain.agreed() }, request),
  })
}

const EXAMPLE = {
  summary: 'Add 0.01 ETH of fees to position 15 once they are earned',
  request: {
    owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    tokenId: '15',
    amount0: '10000000000000000',
    until: 1_800_000_000,
  },
}

async function prepare(context: Context, request: PrepareCompoundRequest) {
  const { owner, tokenId, tip } = request
  if ((request.amount0 === undefined) === (request.amount1 === undefined))
    throw invalidField('amount0', 'or amount1 is required: send one of them')
  const [account, found] = await Promise.all([
    readAccount(context.chain, owner),
    readPosition(context, { protocol: 'V4', tokenId }),
  ])
  requireKey(account, owner)
  requireOwned(found, owner)
  requireModestHook(found, 'tokenId', '/lp/compound')
  const { liquidity, ...maxima } = compoundAt(await readPrice(context, found), found, request)
  const { pool, tokens, tickLower, tickUpper } = found
  const order: CompoundOrder = {
    ...{ kind: 'compound', owner, token: found.manager, amount: liquidity, outMin: liquidity, outMax: maxUint256, tip },
    until: endOf(request.until, account),
    nonce: account.mandateNonce,
    compound: { tokenId, pool, tokens, tickLower, tickUpper, ...maxima },
  }
  return presentOrder(context, order, {
    account,
    limits: { pay: [{ token: zeroAddress, atMost: tip }], receive: [] },
  })
}

async function readPrice({ chain, targets }: Context, { pool }: FoundPosition): Promise<bigint> {
  const [price] = (await chain.read([priceRead({ protocol: 'V4', pool }, targets)])).results
  if (!price?.ok) throw new Error('The pool of a position has no price.')
  return BigInt(price.data.slice(0, 66))
}
