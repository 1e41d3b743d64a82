import { sql } from 'kysely'
import type { Store } from './tables.ts'

export type NewEvent = {
  kind: string
  body: string
  /** Stored instead of a body that can be read from another table. */
  storedBody?: string
}
export type StoredEvent = NewEvent & { sessionId: string; seq: number }

/** Writes events under the next numbers of the session, whose row stays locked until the commit. */
export async function appendEvents(tx: Store, sessionId: string, events: readonly NewEvent[]): Promise<StoredEvent[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ seq: number }>`update box_sessions set seq = seq + ${events.length}, updated_at = now()
    where id = ${sessionId} returning seq`.execute(tx)
  const first = (rows[0]?.seq ?? 0) - events.length + 1
  return insertEvents(
    tx,
    events.map((event, index) => ({ ...event, sessionId, seq: first + index })),
  )
}

/** Writes events whose numbers are already reserved. */
export async function insertEvents(tx: Store, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const rows = events.map(({ sessionId, seq, kind, body, storedBody }) => ({
    session_id: sessionId,
    seq,
    kind,
    body: storedBody ?? body,
  }))
  await tx.insertInto('box_events').values(rows).execute()
  return [...events]
}

type Position = { id: string; seq: number }

/** The events after a position in each of several sessions, by session and number; at most `limit` of each. */
export async function readNewEvents(
  store: Store,
  positions: readonly Position[],
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.session_id as "sessionId", e.seq, e.kind, e.body
    from json_to_recordset(${JSON.stringify(positions)}::json) as p (id text, seq int8)
    join box_sessions s on s.id = p.id and s.seq > p.seq
    cross join lateral (
      select * from box_events e where e.session_id = p.id and e.seq > p.seq order by e.seq limit ${limit}
    ) e order by e.session_id, e.seq`.execute(store)
  return rows
}

/** The number of the last event of each session; sessions of a deleted box are left out. */
export async function readLastSeqs(store: Store, sessionIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<Position>`
    select s.id, s.seq from box_sessions s join boxes b on b.id = s.box_id
    where s.id = any(${sessionIds}) and b.wanted <> 'deleted'`.execute(store)
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}
