import { maxUint256 } from 'viem'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { requireKey } from '#mandates/actions/authorization.ts'
import { endOf, presentOrder } from '#mandates/actions/presentOrder.ts'
import { readAccount } from '#mandates/actions/readAccount.ts'
import {
  type FoundPosition,
  readPosition,
  requireLiquidity,
  requireOwned,
  requirePlainHook,
} from '#mandates/actions/readPosition.ts'
import type { Context } from '#mandates/Context.ts'
import { boundAt, leastAt } from '#mandates/rules/exitBound.ts'
import type { ExitOrder, Position } from '#mandates/rules/Order.ts'
import { exitLimits } from '#mandates/rules/orderExit.ts'
import { PreparedOrder, PrepareExitRequest } from '#mandates/wire/orders.ts'

/** Turns "take my position out at this price" into what the owner signs; nothing is signed, sent or stored here. */
export function prepareExit(context: Context): Operation {
  return define({
    name: 'prepareExit',
    method: 'POST',
    path: '/api/orders/exits/prepare',
    tag: 'orders',
    summary: 'Prepare an order that withdraws a v3 or v4 position at a price, for the owner to sign.',
    description:
      'The chain lets anybody withdraw exactly this liquidity to the owner once, while the price of the pool is at or beyond the bound, and pays them the tip. The answer has the worst case first. Publish the signed order with `POST /api/orders`.',
    access: none,
    limit: 'build',
    errors: ['failed_precondition', 'unavailable'],
    examples: [EXAMPLE],
    request: PrepareExitRequest,
    response: PreparedOrder,
    handle: (request) => prepare({ ...context, chain: context.chain.agreed() }, request),
  })
}

const EXAMPLE = {
  summary: 'Withdraw position 15 once a unit of token0 costs half a unit of token1',
  request: {
    owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    protocol: 'V3',
    tokenId: '15',
    priceBelow: '0.5',
    until: 1_800_000_000,
  },
}

async function prepare(context: Context, request: PrepareExitRequest) {
  const { owner, protocol, tokenId, tip } = request
  const bound = boundOf(request)
  const [account, found] = await Promise.all([
    readAccount(context.chain, owner),
    readPosition(context, { protocol, tokenId }),
  ])
  requireKey(account, owner)
  requireOwned(found, owner)
  requirePlainHook(found, 'tokenId')
  requireLiquidity(found)
  const order: ExitOrder = {
    ...{ kind: 'exit', owner, token: found.manager, amount: found.liquidity, outMax: maxUint256, tip },
    outMin: leastOf(bound, found),
    until: endOf(request.until, account),
    nonce: account.mandateNonce,
    position: { protocol, tokenId, pool: found.pool, tokens: protocol === 'V4' ? found.tokens : undefined, ...bound },
  }
  return presentOrder(context, order, { account, limits: exitLimits(order, found.tokens) })
}

type Bound = Pick<Position, 'side' | 'boundX96'>

function boundOf({ priceBelow, priceAbove }: PrepareExitRequest): Bound {
  if ((priceBelow === undefined) === (priceAbove === undefined))
    throw invalidField('priceBelow', 'or priceAbove is required: send one of them')
  return priceBelow === undefined ? boundAt('above', priceAbove ?? '0') : boundAt('below', priceBelow)
}

function leastOf(bound: Bound, found: FoundPosition): bigint {
  const least = leastAt(bound, found)
  if (least > 0n) return least
  throw bound.side === 'below'
    ? invalidField('priceBelow', 'must be below the upper end of the range, so that an amount can be guaranteed')
    : invalidField('priceAbove', 'must be above the lower end of the range, so that an amount can be guaranteed')
}
