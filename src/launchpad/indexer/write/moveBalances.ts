import { sql, type Transaction } from 'kysely'
import type { Emitters } from '#launchpad/indexer/chain/Event.ts'
import type { HolderChange } from '#launchpad/indexer/derive/Changes.ts'
import { BURNED, HOLDER_FLOOR } from '#launchpad/records/Launch.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'

/** An account sent tokens it never received: logs are missing. */
export class Overdrawn extends Error {
  override readonly name = 'Overdrawn'
  readonly tokenId: number

  constructor(tokenId: number, holder: string) {
    super(`${holder} sent tokens it never received`)
    this.tokenId = tokenId
  }
}

type Moved = { token_id: number; holders: number; overdrawn: string | null; emptied: string[] | null }

/**
 * Adds the changes to the balances and returns the change in the number of holders by token. The launchpad, the pool manager,
 * the burn address and the token itself do not count. Throws `Overdrawn` for a balance below zero.
 */
export async function moveBalances(
  db: Transaction<Tables>,
  changes: readonly HolderChange[],
  { factory, poolManager }: Emitters,
): Promise<Map<number, number>> {
  const moving = changes.filter(({ amount }) => amount !== 0n)
  if (moving.length === 0) return new Map()
  const deltas = sqlRows(moving, {
    token_id: ['int8', ({ tokenId }) => tokenId],
    holder: ['hex', ({ holder }) => holder],
    amount: ['numeric', ({ amount }) => amount],
  })
  const floor = String(HOLDER_FLOOR)
  const { rows } = await sql<Moved>`
    with delta as materialized (select * from ${deltas}), moved as (
      insert into launch_holders as h (token_id, holder, balance)
      select token_id, holder, amount from delta
      on conflict (token_id, holder) do update set balance = h.balance + excluded.balance
      returning token_id, holder, balance
    ), counted as (
      select m.*, m.balance - d.amount as before, m.holder not in (${factory}, ${poolManager}, ${BURNED}, t.address) as is_holder
      from moved m join launch_tokens t on t.id = m.token_id
        join delta d on d.token_id = m.token_id and d.holder = m.holder
    )
    select token_id,
      (count(*) filter (where is_holder and balance >= ${floor}::numeric)
        - count(*) filter (where is_holder and before >= ${floor}::numeric))::int8 as holders,
      min(holder) filter (where balance < 0) as overdrawn,
      array_agg(holder) filter (where balance = 0) as emptied
    from counted group by token_id`.execute(db)
  const overdrawn = rows.find((row) => row.overdrawn)
  if (overdrawn?.overdrawn) throw new Overdrawn(overdrawn.token_id, overdrawn.overdrawn)
  await removeEmpty(db, rows)
  return new Map(rows.map(({ token_id, holders }) => [token_id, holders]))
}

async function removeEmpty(db: Transaction<Tables>, rows: readonly Moved[]): Promise<void> {
  const emptied = rows.flatMap(({ token_id, emptied: holders }) =>
    (holders ?? []).map((holder) => ({ token_id, holder })),
  )
  if (emptied.length === 0) return
  await sql`
    delete from launch_holders h using ${sqlRows(emptied, {
      token_id: ['int8', ({ token_id }) => token_id],
      holder: ['hex', ({ holder }) => holder],
    })} where h.token_id = r.token_id and h.holder = r.holder`.execute(db)
}
