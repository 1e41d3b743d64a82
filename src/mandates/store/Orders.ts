import { sql } from 'kysely'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import type { OrderEnd } from '#mandates/rules/orderStatus.ts'
import { insertEvent, nextSeq } from './OrderEvents.ts'
import type { OrderEventRow, OrderRow, Store } from './tables.ts'

export type NewOrder = Pick<OrderRow, 'hash' | 'owner' | 'token' | 'kind' | 'signed'>
/** The event of a change, for the readers of this process. */
export type Event = Pick<OrderEventRow, 'seq' | 'type' | 'body'>

/** An order that just ended may come back with a block that is replaced. */
const SETTLED = sql<Date>`now() - interval '10 minutes'`
const OLD = sql`now() - interval '30 days'`

export function find(store: Store, hash: string): Promise<OrderRow | undefined> {
  return store.selectFrom('orders').selectAll().where('hash', '=', hash).executeTakeFirst()
}

type Counts = { ofOwner: number; inAll: number; today: number }

/** Open orders of an account, and of all, and all that the account published in the last 24 hours. */
export async function countOpen(tx: Store, owner: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where owner = ${owner})::int4 as "ofOwner", count(*)::int4 as "inAll",
      (select count(*)::int4 from orders where owner = ${owner} and created_at > now() - interval '1 day') as today
    from orders where ended_at is null`.execute(tx)
  return rows[0] as Counts
}

/** How many open orders the account with the most has, and its newest. */
export async function findCrowd(tx: Store): Promise<{ count: number; newest: string } | undefined> {
  const { rows } = await sql<{ count: number; newest: string }>`
    select count(*)::int4 as count, (array_agg(hash order by seq desc))[1] as newest
    from orders where ended_at is null group by owner order by count(*) desc, max(seq) desc limit 1`.execute(tx)
  return rows[0]
}

/** Stores the order with its event. */
export async function insert(tx: Store, order: NewOrder): Promise<Event> {
  const seq = await nextSeq(tx)
  await tx
    .insertInto('orders')
    .values({ ...order, seq })
    .execute()
  const event: Event = { seq, type: 'published', body: publishedBody(order, seq) }
  await insertEvent(tx, event)
  return event
}

function publishedBody({ hash, owner, token, kind, signed }: NewOrder, seq: number): string {
  return JSON.stringify({ type: 'published', sequence: seq, id: hash, kind, owner, token, signed })
}

type Page = { owner?: string | undefined; token?: string | undefined; before?: number | undefined; limit: number }

/** Open orders, newest first. */
export function listOpen(store: Store, { owner, token, before, limit }: Page): Promise<OrderRow[]> {
  return store
    .selectFrom('orders')
    .selectAll()
    .where('ended_at', 'is', null)
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .$if(token !== undefined, (query) => query.where('token', '=', token ?? ''))
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Orders whose state may change, after a number. */
export function readUnsettled(store: Store, after: number, limit: number): Promise<OrderRow[]> {
  return store
    .selectFrom('orders')
    .selectAll()
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', SETTLED)]))
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Ends an open order; undefined if it is not open. */
export async function end(tx: Store, hash: string, status: OrderEnd | 'displaced'): Promise<Event | undefined> {
  const open = await tx
    .selectFrom('orders')
    .select('hash')
    .where('hash', '=', hash)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!open) return undefined
  await tx.updateTable('orders').set({ ended_at: sql`now()`, ended_as: status }).where('hash', '=', hash).execute()
  const seq = await nextSeq(tx)
  const event: Event = { seq, type: 'ended', body: JSON.stringify({ type: 'ended', sequence: seq, id: hash, status }) }
  await insertEvent(tx, event)
  return event
}

/** Opens an order again that was displaced, or whose end was undone by the chain or by its owner. */
export async function reopen(tx: Store, order: OrderRow): Promise<Event> {
  const seq = await nextSeq(tx)
  await tx.updateTable('orders').set({ ended_at: null, ended_as: null, seq }).where('hash', '=', order.hash).execute()
  const event: Event = { seq, type: 'published', body: publishedBody(order, seq) }
  await insertEvent(tx, event)
  return event
}

/** Ended orders and events are kept for 30 days. */
export async function forgetOld(store: Store): Promise<void> {
  await deleteInBatches(store, 'orders', sql`ended_at < ${OLD}`)
  await deleteInBatches(store, 'order_events', sql`at < ${OLD}`)
}
