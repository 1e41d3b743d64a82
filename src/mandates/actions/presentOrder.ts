import type { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Stated } from '#core/Statement.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { type Order, withdrawnOf } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { isWithin } from '#mandates/rules/orderTrade.ts'
import { orderMeaning, orderWorstCase } from '#mandates/rules/orderWords.ts'
import { ORDER_LIFETIME_MAX, type PreparedOrder } from '#mandates/wire/orders.ts'
import { placesOf } from '#mandates/wire/toOrderRecord.ts'
import { authorizationOf, warningsOf } from './authorization.ts'
import type { Account } from './readAccount.ts'
import { readQuote } from './readQuote.ts'
import { cancelOrder } from './revocations.ts'

const AT_ONCE = {
  code: 'executes_at_once',
  message: 'The price is reached: anybody can execute the order as soon as it is published.',
}

const STAYS = {
  code: 'stays_in_force',
  message:
    'The order stays in force until it executes, ends or is cancelled. If you empty the position in another way and add liquidity again, it withdraws that too: cancel it first.',
}

/** The owner's reading and message of an order. `limits` are the claims that a second reading of the message compares. */
export async function presentOrder(
  context: Context,
  order: Order,
  { account, limits }: { account: Account; limits: NonNullable<Stated['limits']> },
): Promise<z.output<typeof PreparedOrder>> {
  const quoted = await readQuote(context, order)
  const delegation = orderDelegation(order, context.targets, context.newSalt())
  const { delegate, delegator, salt } = delegation
  const typedData = Delegation.typedData(delegation, LAUNCH_CHAIN_ID)
  const stated = { limits, terms: { delegate, delegator, salt } }
  const [cancel, statement] = await Promise.all([
    cancelOrder(context, delegation),
    context.attest.message({ chainId: LAUNCH_CHAIN_ID, from: order.owner, typedData, stated }),
  ])
  return {
    chainId: LAUNCH_CHAIN_ID,
    worstCase: orderWorstCase(order),
    meaning: orderMeaning(order),
    cancel,
    quote: quoted.quote,
    ...placesOf(order),
    id: Delegation.hash(delegation),
    authorization: authorizationOf(account),
    typedData,
    statement,
    signed: Delegation.framed(delegation),
    warnings: [
      ...(isWithin(quoted, order) ? [AT_ONCE] : []),
      ...(withdrawnOf(order) ? [STAYS] : []),
      ...warningsOf(account),
    ],
  }
}

/** The end of an order, which must come within 90 days. */
export function endOf(until: number, { block }: Account): bigint {
  const end = BigInt(until)
  if (end <= block.timestamp) throw invalidField('until', `must be later than the newest block, ${block.timestamp}`)
  if (end > block.timestamp + ORDER_LIFETIME_MAX) throw invalidField('until', 'must be at most 90 days ahead')
  return end
}
