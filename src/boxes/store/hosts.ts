import { sql } from 'kysely'
import type { Isolation } from '#boxes/isolation/Driver.ts'
import type { Box } from './boxes.ts'
import type { Store } from './tables.ts'

/** A host that was silent for so long is taken for dead. */
const SILENCE_MAX_SECONDS = 10

export async function enterHost(store: Store, id: string, isolation: Isolation): Promise<void> {
  await store
    .insertInto('box_hosts')
    .values({ id, isolation: JSON.stringify(isolation) })
    .execute()
}

/** Says that the host lives; answers whether others still believe it. */
export async function keepHost(store: Store, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('box_hosts')
    .set({ seen_at: sql`now()` as never })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function leaveHost(store: Store, id: string): Promise<void> {
  await store.deleteFrom('box_hosts').where('id', '=', id).execute()
}

/** Takes boxes that nobody runs and somebody wants. */
export async function claimBoxes(store: Store, hostId: string, limit: number): Promise<Box[]> {
  const { rows } = await sql<Box>`update boxes set host_id = ${hostId} where id in (
      select id from boxes where wanted = 'ready' and host_id is null and status in ('creating', 'paused')
      order by created_at limit ${limit} for update skip locked)
    returning *`.execute(store)
  return rows
}

export async function readOwnBoxes(store: Store, hostId: string): Promise<Box[]> {
  return store.selectFrom('boxes').selectAll().where('host_id', '=', hostId).execute()
}

/** Removes hosts that are gone, or all others where there can be no other; answers the boxes they ran, free to be taken. */
export async function releaseDeadHosts(
  store: Store,
  { own, isAlone }: { own: string; isAlone: boolean },
): Promise<Box[]> {
  const { rows } = await sql<Box>`
    with dead as (
      delete from box_hosts where id <> ${own}
        and (${isAlone} or seen_at < now() - make_interval(secs => ${SILENCE_MAX_SECONDS})) returning id
    )
    update boxes set host_id = null, status = case when wanted in ('ready', 'paused') then 'paused' else wanted end,
      paused_by = 'host', updated_at = now(),
      status_reason = 'Its host ended without warning. Files written since they were last saved are lost.'
    where host_id is not null and (host_id in (select id from dead) or not exists (select from box_hosts h where h.id = host_id))
    returning *`.execute(store)
  return rows
}

/** Boxes on no host whose time is over. */
export async function stopExpired(store: Store): Promise<void> {
  await sql`update boxes set wanted = 'stopped', status = 'stopped', status_reason = 'Its time is over.', updated_at = now()
    where host_id is null and wanted in ('ready', 'paused') and expires_at < now()`.execute(store)
}
