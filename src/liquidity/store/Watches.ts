import { lockName } from '#database/lockName.ts'
import { type History, toHistory } from './Histories.ts'
import type { HistoryRow, Store } from './tables.ts'

export type Watch = { id: string; developerId: string; createdAt: Date; history: History }

/** Counts the watches of a developer, one caller at a time. */
export async function count(tx: Store, developerId: string): Promise<number> {
  await lockName(tx, `slipway/watches/${developerId}`)
  const row = await tx
    .selectFrom('lp_watches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('developer_id', '=', developerId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The watch of a developer for a position, new or existing. */
export async function insert(tx: Store, watch: { id: string; developerId: string; key: string }): Promise<void> {
  await tx
    .insertInto('lp_watches')
    .values({ id: watch.id, developer_id: watch.developerId, key: watch.key })
    .onConflict((conflict) => conflict.columns(['developer_id', 'key']).doNothing())
    .execute()
}

export async function list(store: Store, developerId: string): Promise<Watch[]> {
  const rows = await joined(store).where('developer_id', '=', developerId).orderBy('id', 'desc').execute()
  return rows.map(toWatch)
}

export async function findByKey(store: Store, { developerId, key }: { developerId: string; key: string }) {
  const row = await joined(store).where('developer_id', '=', developerId).where('w.key', '=', key).executeTakeFirst()
  return row && toWatch(row)
}

export async function find(store: Store, { developerId, id }: { developerId: string; id: string }) {
  const row = await joined(store).where('developer_id', '=', developerId).where('id', '=', id).executeTakeFirst()
  return row && toWatch(row)
}

/** Returns the key of the position; undefined if the developer has no such watch. */
export async function remove(tx: Store, { developerId, id }: { developerId: string; id: string }) {
  const row = await tx
    .deleteFrom('lp_watches')
    .where('developer_id', '=', developerId)
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirst()
  return row?.key
}

function joined(store: Store) {
  return store
    .selectFrom('lp_watches as w')
    .innerJoin('lp_histories as h', 'h.key', 'w.key')
    .selectAll('h')
    .select(['w.id', 'w.developer_id', 'w.created_at'])
}

function toWatch(row: HistoryRow & { id: string; developer_id: string; created_at: Date }): Watch {
  return { id: row.id, developerId: row.developer_id, createdAt: row.created_at, history: toHistory(row) }
}
