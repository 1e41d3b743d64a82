import type { Insertable, Selectable } from 'kysely'
import type { EndpointRow, Store } from './tables.ts'
import { nextVersion } from './version.ts'

export type Endpoint = Selectable<EndpointRow>
type Owned = { id: string; developerId: string }
type Paging = { limit: number; cursor: string | undefined }
/** How long messages carry signatures of both secrets after a rotation. */
const ROTATION_MS = 24 * 60 * 60_000

export async function insert(tx: Store, row: Omit<Insertable<EndpointRow>, 'version'>): Promise<Endpoint> {
  const values = { ...row, version: await nextVersion(tx) }
  return tx.insertInto('rule_endpoints').values(values).returningAll().executeTakeFirstOrThrow()
}

export function find(store: Store, { id, developerId }: Owned): Promise<Endpoint | undefined> {
  return store
    .selectFrom('rule_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Newest first. */
export function list(store: Store, developerId: string, { limit, cursor }: Paging): Promise<Endpoint[]> {
  return store
    .selectFrom('rule_endpoints')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function count(tx: Store, developerId: string): Promise<number> {
  const { count: total } = await tx
    .selectFrom('rule_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('developer_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** The old secret stays valid next to the new one for a day. */
export async function rotate(tx: Store, { id, secret: previous }: Endpoint, secret: Buffer): Promise<Endpoint> {
  const previous_until = new Date(Date.now() + ROTATION_MS)
  const version = await nextVersion(tx)
  return tx
    .updateTable('rule_endpoints')
    .set({ secret, previous_secret: previous, previous_until, version })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function enable(tx: Store, id: string): Promise<Endpoint> {
  const version = await nextVersion(tx)
  return tx
    .updateTable('rule_endpoints')
    .set({ disabled_at: null, disabled_reason: null, full_at: null, version })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks an endpoint with too many queued deliveries; resolves to false if it was marked already. */
export async function markFull(tx: Store, id: string, full_at: Date): Promise<boolean> {
  const version = await nextVersion(tx)
  const { numUpdatedRows } = await tx
    .updateTable('rule_endpoints')
    .set({ full_at, version })
    .where('id', '=', id)
    .where('full_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Marks an endpoint whose backlog has shrunk. */
export async function markOpen(tx: Store, id: string): Promise<void> {
  const version = await nextVersion(tx)
  await tx.updateTable('rule_endpoints').set({ full_at: null, version }).where('id', '=', id).execute()
}

/** Stops deliveries to an endpoint; its queued deliveries fail. */
export async function disable(tx: Store, id: string, reason: string): Promise<void> {
  const version = await nextVersion(tx)
  await tx
    .updateTable('rule_endpoints')
    .set({ disabled_at: new Date(), disabled_reason: reason, full_at: null, version })
    .where('id', '=', id)
    .execute()
  await endPending(tx, id, 'failed')
}

export async function remove(tx: Store, id: string): Promise<void> {
  const version = await nextVersion(tx)
  await tx.updateTable('rule_endpoints').set({ deleted_at: new Date(), version }).where('id', '=', id).execute()
  await endPending(tx, id, 'cancelled')
}

async function endPending(tx: Store, endpointId: string, status: 'failed' | 'cancelled'): Promise<void> {
  await tx
    .updateTable('rule_deliveries')
    .set({ status, done_at: new Date() })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute()
}

export function changedAfter(store: Store, version: number): Promise<Endpoint[]> {
  return store.selectFrom('rule_endpoints').selectAll().where('version', '>', version).execute()
}
