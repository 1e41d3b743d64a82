import { maxUint256, zeroAddress } from 'viem'
import type { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { requireKey } from '#mandates/actions/authorization.ts'
import { endOf, presentOrder } from '#mandates/actions/presentOrder.ts'
import { type Account, readAccount } from '#mandates/actions/readAccount.ts'
import { readPool } from '#mandates/actions/readPool.ts'
import type { Context } from '#mandates/Context.ts'
import { isSale, type TradeOrder } from '#mandates/rules/Order.ts'
import { orderWorstCase } from '#mandates/rules/orderWords.ts'
import { PreparedOrder, PrepareRequest } from '#mandates/wire/orders.ts'

/** Turns an order into what the owner signs; nothing is signed, sent or stored here. */
export function prepareOrder(context: Context): Operation {
  return define({
    name: 'prepareOrder',
    method: 'POST',
    path: '/api/orders/prepare',
    tag: 'orders',
    summary: 'Prepare a limit buy, take-profit or stop-loss, for the owner to sign.',
    description:
      'The chain lets anybody execute exactly this trade once, while its price holds, and pays them the tip. It trades on the curve, or in the Uniswap v4 pool of a graduated token. The answer has the worst case first. Nothing is stored: publish the signed order with `POST /api/orders`.',
    access: none,
    limit: 'build',
    errors: ['failed_precondition', 'unavailable'],
    examples: [EXAMPLE],
    request: PrepareRequest,
    response: PreparedOrder,
    handle: (request) => prepare({ ...context, chain: context.chain.agreed() }, request),
  })
}

const EXAMPLE = {
  summary: 'Sell a million tokens once they bring 0.01 ETH',
  request: {
    owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    kind: 'takeProfit',
    token: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    amount: '1000000000000000000000000',
    outMin: '10000000000000000',
    until: 1_800_000_000,
  },
}

async function prepare(context: Context, request: PrepareRequest): Promise<z.output<typeof PreparedOrder>> {
  const [account, pool] = await Promise.all([readAccount(context.chain, request.owner), readPool(context, request)])
  requireBounds({ ...request, ...pool })
  requireKey(account, request.owner)
  const order = { ...orderOf(request, account), ...pool }
  return presentOrder(context, order, { account, limits: limitsOf(order) })
}

function requireBounds(request: PrepareRequest): void {
  const { kind, outMin, outMax, tip } = request
  if ((kind === 'stopLoss') !== (outMax !== undefined))
    throw invalidField(
      'outMax',
      'is required for a stopLoss: the wei at or below which it sells. Leave it out otherwise',
    )
  if (outMax !== undefined && outMax <= outMin)
    throw invalidField('outMax', 'must be above outMin, the least that the sale brings')
  if (isSale(request) && tip >= outMin) throw invalidField('tip', 'must be below outMin, out of which it is paid')
  if (request.token === zeroAddress) throw invalidField('token', 'must be a launched token')
}

function orderOf({ until, outMax = maxUint256, ...rest }: PrepareRequest, account: Account): TradeOrder {
  return { ...rest, outMax, until: endOf(until, account), nonce: account.mandateNonce }
}

function limitsOf(order: TradeOrder) {
  const { eth, tokens, ethReceivedMin, tokensReceivedMin } = orderWorstCase(order)
  const { token } = order
  return isSale(order)
    ? { pay: [{ token, atMost: tokens }], receive: [{ token: zeroAddress, atLeast: ethReceivedMin }] }
    : { pay: [{ token: zeroAddress, atMost: eth }], receive: [{ token, atLeast: tokensReceivedMin }] }
}
