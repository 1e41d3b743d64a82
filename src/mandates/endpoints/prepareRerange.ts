import { maxUint256, zeroAddress } from 'viem'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { requireKey } from '#mandates/actions/authorization.ts'
import { endOf, presentOrder } from '#mandates/actions/presentOrder.ts'
import { readAccount } from '#mandates/actions/readAccount.ts'
import { readPosition, requireLiquidity, requireModestHook, requireOwned } from '#mandates/actions/readPosition.ts'
import type { Context } from '#mandates/Context.ts'
import type { RerangeOrder } from '#mandates/rules/Order.ts'
import { rerangeAt } from '#mandates/rules/rerangeAt.ts'
import { PreparedOrder, PrepareRerangeRequest } from '#mandates/wire/orders.ts'

/** Turns "move my position when the price has left it" into what the owner signs; nothing is signed, sent or stored here. */
export function prepareRerange(context: Context): Operation {
  return define({
    name: 'prepareRerange',
    method: 'POST',
    path: '/api/orders/reranges/prepare',
    tag: 'orders',
    summary: 'Prepare an order that moves a v4 position into another range, for the owner to sign.',
    description:
      'The chain lets anybody move exactly this liquidity into exactly the new range once, while the price is beyond both ranges on the named side, and pays them the tip. The position then holds one token, so no swap is needed. The fees and the rest go to the owner. Publish the signed order with `POST /api/orders`.',
    access: none,
    limit: 'build',
    errors: ['failed_precondition', 'unavailable'],
    examples: [EXAMPLE],
    request: PrepareRerangeRequest,
    response: PreparedOrder,
    handle: (request) => prepare({ ...context, chain: context.chain.agreed() }, request),
  })
}

const EXAMPLE = {
  summary: 'Move position 15 into ticks -600 to 0 once the price is below both ranges',
  request: {
    owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    tokenId: '15',
    side: 'below',
    tickLower: -600,
    tickUpper: 0,
    until: 1_800_000_000,
  },
}

async function prepare(context: Context, request: PrepareRerangeRequest) {
  const { owner, tokenId, tip, side, tickLower, tickUpper } = request
  const [account, found] = await Promise.all([
    readAccount(context.chain, owner),
    readPosition(context, { protocol: 'V4', tokenId }),
  ])
  requireKey(account, owner)
  requireOwned(found, owner)
  requireModestHook(found, 'tokenId', '/lp/rerange')
  requireLiquidity(found)
  const { pool, key } = found
  if (!key) throw new Error('A v4 position has no pool key.')
  const asked = { side, tickLower, tickUpper }
  const { outMin, ...move } = rerangeAt({ ...found, tickSpacing: key.tickSpacing }, asked)
  const order: RerangeOrder = {
    ...{ kind: 'rerange', owner, token: found.manager, amount: found.liquidity, outMin, outMax: maxUint256, tip },
    until: endOf(request.until, account),
    nonce: account.mandateNonce,
    rerange: { tokenId, pool, key, ...asked, ...move },
  }
  return presentOrder(context, order, {
    account,
    limits: { pay: [{ token: zeroAddress, atMost: tip }], receive: [] },
  })
}
