import { ApiError } from '#core/ApiError.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#mandates/Context.ts'
import { type OrderFacts, type OrderStatus, orderStatus } from '#mandates/rules/orderStatus.ts'
import { lockFeed } from '#mandates/store/OrderEvents.ts'
import * as Orders from '#mandates/store/Orders.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import { readOrders } from './readOrders.ts'
import type { SignedOrder } from './readSignedOrder.ts'

const OPEN_MAX_OF_OWNER = 50
const OPEN_MAX = 20_000

export type Published = { row: OrderRow; facts: OrderFacts }

/** Stores a signed order that could be executed if its price came; committed before it is acknowledged. */
export async function publish(context: Context, signed: SignedOrder): Promise<Published> {
  const [facts] = await readOrders({ ...context, chain: context.chain.agreed() }, [signed])
  if (!facts) throw new Error('The state of the order was not read.')
  const status = orderStatus(facts, signed.order)
  if (status in REFUSALS) throw new ApiError('failed_precondition', REFUSALS[status as keyof typeof REFUSALS])
  const event = await transaction(context.store, (tx) => store(tx, signed))
  if (event) context.feed.committed([event])
  const row = await Orders.find(context.store, signed.hash)
  if (!row) throw new Error('The order was not stored.')
  return { row, facts }
}

const REFUSALS = {
  executed: 'The order has been executed. Prepare a new one.',
  cancelled: 'The owner has cancelled the order. Prepare a new one.',
  expired: 'The order has expired. Prepare a new one.',
  closed:
    'The curve gives no price for this order: the token has graduated, or the amount is more than the curve has sold. Prepare another one.',
  undelegated:
    "The owner's account has no code that obeys delegations. Send the authorization of /api/orders/prepare first.",
  unfunded: 'The owner holds less than the order spends. Fund the account first, or prepare a smaller order.',
} satisfies Partial<Record<OrderStatus, string>>

/** Writers take turns, so that an order is stored once and counts are exact; undefined if it is stored already. */
async function store(tx: Context['store'], { order, hash, signed }: SignedOrder): Promise<Orders.Event | undefined> {
  await lockFeed(tx)
  if (await Orders.find(tx, hash)) return undefined
  const { ofOwner, inAll } = await Orders.countOpen(tx, order.owner)
  if (ofOwner >= OPEN_MAX_OF_OWNER)
    throw new ApiError(
      'resource_exhausted',
      `${order.owner} has ${ofOwner} open orders, the maximum. Cancel one first.`,
    )
  if (inAll >= OPEN_MAX)
    throw new ApiError('resource_exhausted', 'Too many orders are open on this service. Try again later.')
  const { owner, token, kind } = order
  return Orders.insert(tx, { hash, owner, token, kind, signed })
}
