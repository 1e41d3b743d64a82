import { ApiError, invalidField } from '#core/ApiError.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#mandates/Context.ts'
import type { CompoundOrder, Order, RerangeOrder } from '#mandates/rules/Order.ts'
import { type OrderFacts, type OrderStatus, orderStatus } from '#mandates/rules/orderStatus.ts'
import { rerangeAt } from '#mandates/rules/rerangeAt.ts'
import { lockFeed } from '#mandates/store/OrderEvents.ts'
import * as Orders from '#mandates/store/Orders.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import { ORDER_LIFETIME_MAX } from '#mandates/wire/orders.ts'
import { readOrders } from './readOrders.ts'
import { readPosition, requireModestHook, requirePlainHook } from './readPosition.ts'
import type { SignedOrder } from './readSignedOrder.ts'

const OPEN_MAX_OF_OWNER = 50
const OPEN_MAX = 20_000
/** Ended orders are kept, so that short ones without a cost would fill the disk. */
const DAILY_MAX_OF_OWNER = 500
const LIFETIME_MIN = 60n

export type Published = { row: OrderRow; facts: OrderFacts }

/** Stores a signed order that could be executed if its price came; committed before it is acknowledged. */
export async function publish(context: Context, signed: SignedOrder): Promise<Published> {
  const [facts] = await readOrders({ ...context, chain: context.chain.agreed() }, [signed])
  if (!facts) throw new Error('The state of the order was not read.')
  const status = orderStatus(facts, signed.order)
  requireLifetime(signed.order, facts.block)
  await requirePool(context, signed.order)
  if (status in REFUSALS) throw new ApiError('failed_precondition', REFUSALS[status as keyof typeof REFUSALS])
  const events = await transaction(context.store, (tx) => store(tx, signed))
  if (events.length > 0) context.feed.committed(events)
  const row = await Orders.find(context.store, signed.hash)
  if (!row) throw new Error('The order was not stored.')
  return { row, facts }
}

const REFUSALS = {
  executed: 'The order has been executed. Prepare a new one.',
  cancelled: 'The owner has cancelled the order. Prepare a new one.',
  expired: 'The order has expired. Prepare a new one.',
  closed:
    'There is no price for this order: the token has graduated since it was prepared, or the amount is more than was sold of it. Prepare another one.',
  undelegated:
    "The owner's account has no code that obeys delegations. Send the authorization of /api/orders/prepare first.",
  unfunded: 'The owner holds less than the order spends. Fund the account first, or prepare a smaller order.',
} satisfies Partial<Record<OrderStatus, string>>

/** An exit that reads the price of another pool than its position's would be signed for another condition than it says. */
async function requirePool(context: Context, order: Order): Promise<void> {
  if (order.kind === 'compound') return requireRange(context, order)
  if (order.kind === 'rerange') return requireMove(context, order)
  if (order.kind !== 'exit') return
  const { position } = order
  const found = await readPosition({ ...context, chain: context.chain.agreed() }, position)
  requirePlainHook(found, 'signed')
  const { pool, tokens } = found
  const isSame = pool === position.pool && (position.tokens ?? tokens).join() === tokens.join()
  if (!isSame)
    throw invalidField('signed', 'must name the pool of its position: prepare it with /api/orders/exits/prepare')
}

/** A compound that names another range than its position's would be called ready when it is not. */
async function requireRange(context: Context, { compound }: CompoundOrder): Promise<void> {
  const { tokenId, pool, tokens, tickLower, tickUpper } = compound
  const found = await readPosition({ ...context, chain: context.chain.agreed() }, { protocol: 'V4', tokenId })
  requireModestHook(found, 'signed', '/lp/compound')
  const isSame =
    [pool, ...tokens, tickLower, tickUpper].join() ===
    [found.pool, ...found.tokens, found.tickLower, found.tickUpper].join()
  if (!isSame)
    throw invalidField(
      'signed',
      'must name the pool and range of its position: prepare it with /api/orders/compounds/prepare',
    )
}

/** A move that names another pool, price or amount than its position has would say something else than it does. */
async function requireMove(context: Context, { amount, outMin, rerange }: RerangeOrder): Promise<void> {
  const { tokenId, pool, liquidity, boundX96 } = rerange
  const found = await readPosition({ ...context, chain: context.chain.agreed() }, { protocol: 'V4', tokenId })
  requireModestHook(found, 'signed', '/lp/rerange')
  const { tickSpacing } = rerange.key
  const move = pool === found.pool ? rerangeAt({ ...found, liquidity: amount, tickSpacing }, rerange) : undefined
  const isSame = move && [outMin, liquidity, boundX96].join() === [move.outMin, move.liquidity, move.boundX96].join()
  if (!isSame)
    throw invalidField(
      'signed',
      'must name the pool, the price and the amount of its position: prepare it with /api/orders/reranges/prepare',
    )
}

/** An executor that comes too late pays for nothing, and an order without an end would never give up its place. */
function requireLifetime({ until }: Order, { timestamp }: OrderFacts['block']): void {
  if (until > timestamp + ORDER_LIFETIME_MAX)
    throw new ApiError(
      'failed_precondition',
      'The order ends more than 90 days from now. Prepare one that ends earlier.',
    )
  if (until > timestamp && until < timestamp + LIFETIME_MIN)
    throw new ApiError(
      'failed_precondition',
      'The order ends within a minute, too soon for anybody to execute it. Prepare one that ends later.',
    )
}

/** Writers take turns, so that an order is stored once and counts are exact; no events if it is open already. */
async function store(tx: Context['store'], { order, hash, signed }: SignedOrder): Promise<Orders.Event[]> {
  await lockFeed(tx)
  const row = await Orders.find(tx, hash)
  if (row && row.ended_at === null) return []
  const { ofOwner, inAll, today } = await Orders.countOpen(tx, order.owner)
  if (ofOwner >= OPEN_MAX_OF_OWNER)
    throw new ApiError(
      'resource_exhausted',
      `${order.owner} has ${ofOwner} open orders, the maximum. Cancel one first.`,
    )
  if (today >= DAILY_MAX_OF_OWNER)
    throw new ApiError(
      'resource_exhausted',
      `${order.owner} has published ${today} orders in 24 hours, the maximum. Try again tomorrow.`,
    )
  const displaced = inAll >= OPEN_MAX ? [await makeRoom(tx, ofOwner)] : []
  const { owner, token, kind } = order
  const opened = row ? await Orders.reopen(tx, row) : await Orders.insert(tx, { hash, owner, token, kind, signed })
  return [...displaced, opened]
}

/** The newest order of the owner with the most makes room, so that nobody can fill the list for the others. */
async function makeRoom(tx: Context['store'], ofOwner: number): Promise<Orders.Event> {
  const crowd = await Orders.findCrowd(tx)
  const event = crowd && crowd.count > ofOwner + 1 ? await Orders.end(tx, crowd.newest, 'displaced') : undefined
  if (!event) throw new ApiError('resource_exhausted', 'Too many orders are open on this service. Try again later.')
  return event
}
