import { sql } from 'kysely'
import type { Store } from './tables.ts'

export type NewEvent = { kind: string; body: string | ((seq: number) => string) }
export type StoredEvent = { sessionId: string; seq: number; kind: string; body: string }

/** Writes events under the next numbers of the session, whose row is locked until the commit; answers them. */
export async function appendEvents(
  within: Store,
  sessionId: string,
  events: readonly NewEvent[],
): Promise<StoredEvent[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ seq: number }>`update box_sessions set seq = seq + ${events.length}, updated_at = now()
    where id = ${sessionId} returning seq`.execute(within)
  const first = (rows[0]?.seq ?? 0) - events.length + 1
  const numbered = events.map(({ kind, body }, index) => {
    const seq = first + index
    return { session_id: sessionId, seq, kind, body: typeof body === 'string' ? body : body(seq) }
  })
  await within.insertInto('box_events').values(numbered).execute()
  return numbered.map(({ seq, kind, body }) => ({ sessionId, seq, kind, body }))
}

export async function readEventsAfter(
  store: Store,
  sessionId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredEvent[]> {
  const rows = await store
    .selectFrom('box_events')
    .select(['seq', 'kind', 'body'])
    .where('session_id', '=', sessionId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ sessionId, ...row }))
}

export async function lastSeqOf(store: Store, sessionId: string): Promise<number> {
  const row = await store.selectFrom('box_sessions').select('seq').where('id', '=', sessionId).executeTakeFirst()
  return row?.seq ?? 0
}
