import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** How far a follower has read the index: the last block, and the last number of the outbox. */
export type IndexPlace = { block: number; seq: number }

/** The first block that was replaced or indexed again since the cursor; infinite if none was. */
export async function firstReplaced(
  tx: Transaction<Tables>,
  { block, seq }: IndexPlace,
  chain: Tables['launch_chain'],
): Promise<number> {
  if (block < 0) return Number.POSITIVE_INFINITY
  const { rows } = await sql<{ first: number | null; oldest: number | null }>`
    select (select min((body::jsonb ->> 'fromBlock')::int8) from launch_outbox
        where token is null and kind = 'reorg' and seq > ${seq}) as first,
      (select min(seq) from launch_outbox) as oldest`.execute(tx)
  const { first = null, oldest = null } = rows[0] ?? {}
  // Where events were dropped before they were read, only the beginning is certain.
  if (chain.last_seq > seq && (oldest ?? Number.POSITIVE_INFINITY) > seq + 1) return 0
  return Math.min(first ?? Number.POSITIVE_INFINITY, chain.block + 1)
}
