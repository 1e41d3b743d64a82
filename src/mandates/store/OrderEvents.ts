import { sql } from 'kysely'
import type { OrderEventRow, Store } from './tables.ts'

type EventOf = Pick<OrderEventRow, 'seq' | 'type' | 'body'>

export async function readLastSeq(store: Store): Promise<number> {
  const { last_seq } = await store.selectFrom('order_feed').select('last_seq').executeTakeFirstOrThrow()
  return last_seq
}

/** The number before the first event that is kept. */
export async function readOldest(store: Store): Promise<number> {
  const first = await store.selectFrom('order_events').select('seq').orderBy('seq').limit(1).executeTakeFirst()
  return first ? first.seq - 1 : readLastSeq(store)
}

export function readEventsAfter(store: Store, seq: number, limit: number): Promise<EventOf[]> {
  return store
    .selectFrom('order_events')
    .select(['seq', 'type', 'body'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Until the commit, no other writer gets a number. */
export async function lockFeed(tx: Store): Promise<void> {
  await tx.selectFrom('order_feed').select('last_seq').forUpdate().execute()
}

/** Takes the next number. Writers wait for each other here, so that numbers are committed in their order. */
export async function nextSeq(tx: Store): Promise<number> {
  const { last_seq } = await tx
    .updateTable('order_feed')
    .set({ last_seq: sql`last_seq + 1` })
    .returning('last_seq')
    .executeTakeFirstOrThrow()
  return last_seq
}

export async function insertEvent(tx: Store, { seq, type, body }: EventOf): Promise<void> {
  await tx.insertInto('order_events').values({ seq, type, body }).execute()
}
