import { type Kysely, sql, type Transaction } from 'kysely'
import type { TickChange } from '#launchpad/indexer/derive/Changes.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { TickLiquidity } from '#uniswap/PoolLiquidity.ts'

/** The ticks in use of these tokens' pools. */
export async function load(
  db: Kysely<Tables>,
  tokenIds: readonly number[],
): Promise<Map<number, Map<number, TickLiquidity>>> {
  const found = new Map<number, Map<number, TickLiquidity>>(tokenIds.map((id) => [id, new Map()]))
  if (tokenIds.length === 0) return found
  const rows = await db.selectFrom('launch_ticks').selectAll().where('token_id', 'in', tokenIds).execute()
  for (const { token_id, tick, gross, net } of rows)
    found.get(token_id)?.set(tick, { gross: BigInt(gross), net: BigInt(net) })
  return found
}

/** Adds the changes and deletes ticks without liquidity. */
export async function change(db: Transaction<Tables>, changes: readonly TickChange[]): Promise<void> {
  if (changes.length === 0) return
  const { rows } = await sql<{ unused: boolean }>`
    insert into launch_ticks as t (token_id, tick, gross, net)
    select token_id, tick, gross, net from ${sqlRows(changes, {
      token_id: ['int8', ({ tokenId }) => tokenId],
      tick: ['int4', ({ tick }) => tick],
      gross: ['numeric', ({ gross }) => gross],
      net: ['numeric', ({ net }) => net],
    })}
    on conflict (token_id, tick) do update set gross = t.gross + excluded.gross, net = t.net + excluded.net
    returning gross = 0 as unused`.execute(db)
  if (!rows.some(({ unused }) => unused)) return
  const ids = [...new Set(changes.map(({ tokenId }) => tokenId))]
  await db.deleteFrom('launch_ticks').where('token_id', 'in', ids).where('gross', '=', '0').execute()
}
