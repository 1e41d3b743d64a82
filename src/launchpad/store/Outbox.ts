import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import * as wire from '#launchpad/wire/schemas.ts'
import { sqlRows } from './sqlRows.ts'
import type { Tables } from './tables.ts'

/** An event for those who listen: `token` is null where it concerns every listener. */
export type OutboxEvent = { kind: wire.EventKind; token: string | null; body: string }

export function event<Kind extends wire.EventKind>(
  kind: Kind,
  token: string | null,
  value: z.output<(typeof wire.events)[Kind]>,
): OutboxEvent {
  return { kind, token, body: JSON.stringify(z.encode(wire.events[kind] as z.ZodType, value)) }
}

/** Numbers the events from `lastSeq` on and keeps them; gives back the last number. The chain's row must be locked. */
export async function append(
  db: Transaction<Tables>,
  lastSeq: number,
  events: readonly OutboxEvent[],
): Promise<number> {
  if (events.length === 0) return lastSeq
  const rows = events.map((item, index) => ({ ...item, seq: lastSeq + 1 + index }))
  await sql`
    insert into launch_outbox (seq, kind, token, body) select seq, kind, token, body from ${sqlRows(rows, {
      seq: ['int8', ({ seq }) => seq],
      kind: ['hex', ({ kind }) => kind],
      token: ['hex', ({ token }) => token],
      body: ['text', ({ body }) => body],
    })}`.execute(db)
  return lastSeq + events.length
}
