import * as Position from '#launchpad/records/LogPosition.ts'
import type { Leadership } from './leaderTransaction.ts'

const TABLES = ['launch_trades', 'launch_transfers', 'launch_notes', 'launch_liquidity'] as const
type Table = (typeof TABLES)[number]

type Search = { token: string; since: number; startBlock: number }

/** The positions of a token's logs in the tables, and the first block in which it can have any. */
export async function storedPositions(
  { db }: Leadership,
  { token, since, startBlock }: Search,
): Promise<{ first: number; all: Set<number> }> {
  const row = await db.selectFrom('launch_tokens').select('id').where('address', '=', token).executeTakeFirst()
  if (!row) return { first: startBlock, all: new Set() }
  const of = (table: Table) =>
    db
      .selectFrom(table)
      .select('position')
      .where('token_id', '=', row.id)
      .where('position', '>=', Position.startOf(since))
      .execute()
  const found = await Promise.all(TABLES.map(of))
  const first = Math.max(since, Position.block(row.id))
  return { first, all: new Set([row.id, ...found.flat().map(({ position }) => position)]) }
}
