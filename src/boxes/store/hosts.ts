import { sql } from 'kysely'
import type { Isolation } from '#boxes/isolation/Driver.ts'
import type { Box } from './boxes.ts'
import type { Store } from './tables.ts'

/** A host that has not renewed its lease for this long is dead. */
const LEASE_SECONDS = 10

export async function registerHost(store: Store, id: string, isolation: Isolation): Promise<void> {
  await store
    .insertInto('box_hosts')
    .values({ id, isolation: JSON.stringify(isolation) })
    .execute()
}

/** Renews the host's lease; false when others have already declared it dead. */
export async function renewLease(store: Store, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('box_hosts')
    .set({ seen_at: sql`now()` as never })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function unregisterHost(store: Store, id: string): Promise<void> {
  await store.deleteFrom('box_hosts').where('id', '=', id).execute()
}

/** Claims boxes that should run and have no host; first those of developers with the fewest running boxes. */
export async function claimBoxes(store: Store, hostId: string, limit: number): Promise<Box[]> {
  if (limit === 0) return []
  const { rows } = await sql<Box>`update boxes set host_id = ${hostId} where id in (
      select id from boxes where host_id is null and id in (
        select w.id from boxes w where w.wanted = 'ready' and w.host_id is null and w.status in ('creating', 'paused')
        order by row_number() over (partition by w.developer_id order by w.created_at)
          + (select count(*) from boxes r where r.developer_id = w.developer_id and r.host_id is not null), w.created_at
        limit ${limit})
      for update skip locked)
    returning *`.execute(store)
  return rows
}

const NO_PLACE = 'All box slots are in use. The box starts when one is free.'

/** States the reason on boxes that have waited for a host for some seconds. */
export async function explainWaiting(store: Store): Promise<void> {
  await sql`update boxes set status_reason = ${NO_PLACE} where host_id is null and wanted = 'ready'
    and status in ('creating', 'paused') and updated_at < now() - interval '3 seconds'
    and status_reason is distinct from ${NO_PLACE}`.execute(store)
}

export async function readOwnBoxes(store: Store, hostId: string): Promise<Box[]> {
  return store.selectFrom('boxes').selectAll().where('host_id', '=', hostId).execute()
}

/** Removes dead hosts, or with `isAlone` every other host, and returns the boxes they ran, which any host may now claim. */
export async function releaseDeadHosts(
  store: Store,
  { own, isAlone }: { own: string; isAlone: boolean },
): Promise<Box[]> {
  const { rows } = await sql<Box>`
    with dead as (
      delete from box_hosts where id <> ${own}
        and (${isAlone} or seen_at < now() - make_interval(secs => ${LEASE_SECONDS})) returning id
    )
    update boxes set host_id = null, status = case when wanted in ('ready', 'paused') then 'paused' else wanted end,
      paused_by = 'host', updated_at = now(),
      status_reason = 'The host ended without warning. Files written after the last save are lost.'
    where host_id is not null and (host_id in (select id from dead) or not exists (select from box_hosts h where h.id = host_id))
    returning *`.execute(store)
  return rows
}

/** Stops expired boxes that have no host. */
export async function stopExpired(store: Store): Promise<void> {
  await sql`update boxes set wanted = 'stopped', status = 'stopped', status_reason = 'The box expired.', updated_at = now()
    where host_id is null and wanted in ('ready', 'paused') and expires_at < now()`.execute(store)
}

/** Stopped boxes of one developer that are kept, the newest first. */
const STOPPED_MAX = 50
const DELETED_AT_ONCE = 20

/** Deletes boxes that have been stopped for too long, or that are too many of one developer; returns their ids. */
export async function deleteStopped(store: Store, retentionSeconds: number): Promise<string[]> {
  const { rows } = await sql<
    Pick<Box, 'id'>
  >`update boxes set wanted = 'deleted', status = 'deleted', updated_at = now()
    where host_id is null and wanted = 'stopped' and id in (
      select id from (
        select id, updated_at, row_number() over (partition by developer_id order by updated_at desc, id desc) as place
        from boxes where wanted = 'stopped' and host_id is null) stopped
      where place > ${STOPPED_MAX} or updated_at < now() - make_interval(secs => ${retentionSeconds})
      order by updated_at limit ${DELETED_AT_ONCE})
    returning id`.execute(store)
  return rows.map(({ id }) => id)
}

/** Deleted boxes that still have rows, because the service ended before it purged them. */
export async function listUnpurged(store: Store): Promise<string[]> {
  const { rows } = await sql<Pick<Box, 'id'>>`select id from boxes b
    where host_id is null and wanted = 'deleted' and updated_at > now() - interval '7 days'
      and (exists (select from box_sessions s where s.box_id = b.id) or exists (select from box_logs l where l.box_id = b.id)
        or exists (select from box_file_archives a where a.box_id = b.id))
    limit ${DELETED_AT_ONCE}`.execute(store)
  return rows.map(({ id }) => id)
}

/** Whether the host runs the box. Locks the box until the commit, so that another host cannot claim it in between. */
export async function isHeldBy(tx: Store, { boxId, hostId }: { boxId: string; hostId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('boxes')
    .select('id')
    .where('id', '=', boxId)
    .where('host_id', '=', hostId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
