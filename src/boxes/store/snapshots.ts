import { type Selectable, sql } from 'kysely'
import { lockName } from '#database/lockName.ts'
import type { SnapshotRow, Store } from './tables.ts'

export type Snapshot = Selectable<SnapshotRow>

type NewSnapshot = Omit<Snapshot, 'created_at' | 'settings'> & { settings: object }

export async function insertSnapshot(tx: Store, snapshot: NewSnapshot): Promise<Snapshot> {
  return tx
    .insertInto('box_snapshots')
    .values({ ...snapshot, settings: JSON.stringify(snapshot.settings) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts the snapshots of a developer, one caller at a time. */
export async function countSnapshots(tx: Store, developerId: string): Promise<number> {
  await lockName(tx, `slipway/snapshots/${developerId}`)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from box_snapshots
    where developer_id = ${developerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A snapshot of the developer, which is not deleted before the commit. */
export async function lockSnapshot(tx: Store, id: string, developerId: string): Promise<Snapshot | undefined> {
  return tx
    .selectFrom('box_snapshots')
    .selectAll()
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .forShare()
    .executeTakeFirst()
}

type Page = { developerId: string; boxId?: string | undefined; before?: string | undefined; limit: number }

export async function listSnapshots(store: Store, { developerId, boxId, before, limit }: Page): Promise<Snapshot[]> {
  let query = store.selectFrom('box_snapshots').selectAll().where('developer_id', '=', developerId)
  if (boxId !== undefined) query = query.where('box_id', '=', boxId)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** False when the developer has no such snapshot. */
export async function deleteSnapshot(tx: Store, id: string, developerId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('box_snapshots')
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
