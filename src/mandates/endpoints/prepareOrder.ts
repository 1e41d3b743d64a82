import { maxUint256, zeroAddress } from 'viem'
import type { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { authorizationOf, requireKey, warningsOf } from '#mandates/actions/authorization.ts'
import { type Account, readAccount } from '#mandates/actions/readAccount.ts'
import { readQuote } from '#mandates/actions/readQuote.ts'
import { cancelOrder } from '#mandates/actions/revocations.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { isSale, type Order } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { orderMeaning, orderWorstCase } from '#mandates/rules/orderWords.ts'
import { ORDER_LIFETIME_MAX, PreparedOrder, PrepareRequest } from '#mandates/wire/orders.ts'

/** Turns an order into what the owner signs; nothing is signed, sent or stored here. */
export function prepareOrder(context: Context): Operation {
  return define({
    name: 'prepareOrder',
    method: 'POST',
    path: '/api/orders/prepare',
    tag: 'orders',
    summary: 'Turn a limit buy, take-profit or stop-loss into what the owner signs.',
    description:
      'The chain lets anybody execute exactly this trade once, while its price holds, and pays them the tip. The answer has the worst case first. Nothing is stored: publish the signed order with `POST /api/orders`.',
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
  requireBounds(request)
  const account = await readAccount(context.chain, request.owner)
  requireKey(account, request.owner)
  const order = orderOf(request, account)
  const quote = await readQuote(context, order)
  const delegation = orderDelegation(order, context.targets.launchpad, context.newSalt())
  const typedData = Delegation.typedData(delegation, LAUNCH_CHAIN_ID)
  const [cancel, statement] = await Promise.all([
    cancelOrder(context, delegation),
    context.attest.message({
      chainId: LAUNCH_CHAIN_ID,
      from: order.owner,
      typedData,
      stated: statedOf(order, delegation),
    }),
  ])
  return {
    chainId: LAUNCH_CHAIN_ID,
    worstCase: orderWorstCase(order),
    meaning: orderMeaning(order),
    cancel,
    quote,
    id: Delegation.hash(delegation),
    authorization: authorizationOf(account),
    typedData,
    statement,
    signed: Delegation.framed(delegation),
    warnings: [...(quote >= order.outMin && quote <= order.outMax ? [AT_ONCE] : []), ...warningsOf(account)],
  }
}

const AT_ONCE = {
  code: 'executes_at_once',
  message: 'The price is reached: anybody can execute the order as soon as it is published.',
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

function orderOf({ until, outMax = maxUint256, ...rest }: PrepareRequest, { mandateNonce, block }: Account): Order {
  const end = BigInt(until)
  if (end <= block.timestamp) throw invalidField('until', `must be later than the newest block, ${block.timestamp}`)
  if (end > block.timestamp + ORDER_LIFETIME_MAX) throw invalidField('until', 'must be at most 90 days ahead')
  return { ...rest, outMax, until: end, nonce: mandateNonce }
}

/** The claims that a second reading of the message compares. */
function statedOf(order: Order, { delegate, delegator, salt }: Delegation.Delegation) {
  const { eth, tokens, ethReceivedMin, tokensReceivedMin } = orderWorstCase(order)
  const { token } = order
  const limits = isSale(order)
    ? { pay: [{ token, atMost: tokens }], receive: [{ token: zeroAddress, atLeast: ethReceivedMin }] }
    : { pay: [{ token: zeroAddress, atMost: eth }], receive: [{ token, atLeast: tokensReceivedMin }] }
  return { limits, terms: { delegate, delegator, salt } }
}
