import { sql, type Transaction } from 'kysely'
import { sqlRows } from './sqlRows.ts'
import type { Tables } from './tables.ts'

/** An event for subscribers: `token` is null if it concerns all of them; `body` is its JSON. */
export type OutboxEvent = {
  kind: string
  token: string | null
  body: string
  /** JSON for other modules; streams do not show it. */
  facts?: string
}

/** Locks the chain's row, which every writer of numbered events holds. */
export function lockChain(tx: Transaction<Tables>): Promise<Tables['launch_chain'] | undefined> {
  return tx.selectFrom('launch_chain').selectAll().forUpdate().executeTakeFirst()
}

/** Stores the events, numbered after `lastSeq`; returns the last number. The chain's row must be locked. */
export async function append(
  tx: Transaction<Tables>,
  lastSeq: number,
  events: readonly OutboxEvent[],
): Promise<number> {
  if (events.length === 0) return lastSeq
  const rows = events.map((item, index) => ({ ...item, seq: lastSeq + 1 + index }))
  await sql`
    insert into launch_outbox (seq, kind, token, body, facts) select seq, kind, token, body, facts from ${sqlRows(
      rows,
      {
        seq: ['int8', ({ seq }) => seq],
        kind: ['hex', ({ kind }) => kind],
        token: ['hex', ({ token }) => token],
        body: ['text', ({ body }) => body],
        facts: ['text', ({ facts = null }) => facts],
      },
    )}`.execute(tx)
  return lastSeq + events.length
}

/** Stores an event that does not come from the chain, and marks the tables as changed. */
export async function publish(
  tx: Transaction<Tables>,
  chain: Pick<Tables['launch_chain'], 'last_seq' | 'version'>,
  event: OutboxEvent,
): Promise<void> {
  const lastSeq = await append(tx, chain.last_seq, [event])
  await tx
    .updateTable('launch_chain')
    .set({ last_seq: lastSeq, version: chain.version + 1 })
    .execute()
}
