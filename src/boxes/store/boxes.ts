import { type Selectable, sql } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import { lockName } from '#database/lockName.ts'
import { transaction } from '#database/transaction.ts'
import type { BoxRow, Store } from './tables.ts'

export type Box = Selectable<BoxRow>
export type NewBox = Pick<
  Box,
  | 'id'
  | 'developer_id'
  | 'name'
  | 'agent_id'
  | 'size'
  | 'skills'
  | 'agent_model'
  | 'keep_alive'
  | 'attach_mcp'
  | 'idle_seconds'
  | 'expires_at'
  | 'token_budget'
  | 'micros_budget'
> & { labels: Record<string, string>; scopes: Box['scopes']; environment: Record<string, string> }

export async function insertBox(store: Store, box: NewBox): Promise<Box> {
  const row = { ...box, labels: JSON.stringify(box.labels), environment: JSON.stringify(box.environment) }
  return store
    .insertInto('boxes')
    .values(row as unknown as NewBox)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A box of this developer that was not deleted. */
export async function findBox(store: Store, id: string, developerId: string): Promise<Box | undefined> {
  return liveBox(store, id, developerId).executeTakeFirst()
}

function liveBox(store: Store, id: string, developerId: string) {
  return store
    .selectFrom('boxes')
    .selectAll()
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .where('wanted', '<>', 'deleted')
}

/** The same, locked until the commit. Lock the box before any of its sessions: runs lock in that order. */
export async function lockBox(tx: Store, id: string, developerId: string): Promise<Box | undefined> {
  return liveBox(tx, id, developerId).forNoKeyUpdate().executeTakeFirst()
}

/** The box is locked by another transaction. */
export class LockedBox extends ApiError {
  constructor() {
    super('aborted', 'Another change of the box is in progress. Try again in a moment.')
  }
}

/** The same in a batch of writes: throws `LockedBox` rather than let the rest of the batch wait. */
export async function lockBoxInBatch(tx: Store, id: string, developerId: string): Promise<Box | undefined> {
  const locked = await liveBox(tx, id, developerId).forNoKeyUpdate().skipLocked().executeTakeFirst()
  if (locked || !(await findBox(tx, id, developerId))) return locked
  throw new LockedBox()
}

/** The developer's newest live box with this label. */
export async function findLabelledBox(
  store: Store,
  developerId: string,
  [name, value]: [string, string],
): Promise<Box | undefined> {
  return store
    .selectFrom('boxes')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('status', 'in', ['creating', 'ready', 'paused'])
    .where(sql<boolean>`labels ->> ${name} = ${value}`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export type BoxFilter = {
  developerId: string
  status?: Box['status'] | undefined
  label?: [string, string] | undefined
  before?: string | undefined
  limit: number
}

export async function listBoxes(
  store: Store,
  { developerId, status, label, before, limit }: BoxFilter,
): Promise<Box[]> {
  let query = store
    .selectFrom('boxes')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('wanted', '<>', 'deleted')
  if (status) query = query.where('status', '=', status)
  if (label) query = query.where(sql<boolean>`labels @> ${JSON.stringify({ [label[0]]: label[1] })}::jsonb`)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Counts boxes that are neither stopped nor failed, one developer at a time. */
export async function countLiveBoxes(store: Store, developerId: string): Promise<number> {
  await lockName(store, `slipway/boxes/${developerId}`)
  const { count } = await store
    .selectFrom('boxes')
    .select(sql<number>`count(*)`.as('count'))
    .where('developer_id', '=', developerId)
    .where('wanted', 'in', ['ready', 'paused'])
    .where('status', '<>', 'error')
    .executeTakeFirstOrThrow()
  return count
}

/** Changes a box while this host runs it. */
export async function updateBox(
  store: Store,
  { id, hostId }: { id: string; hostId: string },
  change: Partial<Box>,
): Promise<void> {
  const { isolation, ...rest } = change
  await store
    .updateTable('boxes')
    .set({
      ...rest,
      ...(isolation !== undefined && { isolation: JSON.stringify(isolation) as unknown as Box['isolation'] }),
      updated_at: sql`now()`,
    } as never)
    .where('id', '=', id)
    .where('host_id', '=', hostId)
    .execute()
}

/**
 * Marks an idle box as paused; false when it has an open run. A message that comes later finds it paused and wakes it.
 * The lock comes first, so that the second statement sees a message that was being committed.
 */
export async function pauseIfIdle(store: Store, { id, hostId }: { id: string; hostId: string }): Promise<boolean> {
  return transaction(store, async (tx) => {
    await sql`select from boxes where id = ${id} for no key update`.execute(tx)
    const { numAffectedRows } = await sql`update boxes set wanted = 'paused', paused_by = 'idle', updated_at = now()
      where id = ${id} and host_id = ${hostId} and wanted = 'ready'
        and not exists (select from box_tasks where box_id = ${id} and ended_at is null)`.execute(tx)
    return numAffectedRows === 1n
  })
}

type Release = Pick<Box, 'status'> & Partial<Pick<Box, 'wanted' | 'paused_by'>>

/** Releases a box from its host. Its desired state may have changed meanwhile, and then decides. */
export async function releaseBox(
  store: Store,
  { id, hostId, reason }: { id: string; hostId: string; reason: string },
  { status, wanted, paused_by }: Release,
): Promise<Pick<Box, 'wanted'> | undefined> {
  const { rows } = await sql<Pick<Box, 'wanted'>>`update boxes set host_id = null, updated_at = now(),
      status = case when wanted in ('stopped', 'deleted') then wanted else ${status} end,
      wanted = coalesce(${wanted ?? null}, wanted), paused_by = coalesce(${paused_by ?? null}, paused_by),
      status_reason = ${reason}
    where id = ${id} and host_id = ${hostId} returning wanted`.execute(store)
  return rows[0]
}

/** Sets the desired state of a box and returns its host; without a host, a state that needs none is reached at once. */
export async function setWanted(
  store: Store,
  id: string,
  change: Pick<Box, 'wanted'> & Partial<Pick<Box, 'paused_by' | 'status_reason'>>,
): Promise<Pick<Box, 'host_id'>> {
  const reached =
    change.wanted === 'ready' ? sql`status` : sql`case when host_id is null then ${change.wanted} else status end`
  return store
    .updateTable('boxes')
    .set({ ...change, status: reached, updated_at: sql`now()` } as never)
    .where('id', '=', id)
    .returning('host_id')
    .executeTakeFirstOrThrow()
}

/** Adds a run to the usage of the box. */
export async function countRun(
  store: Store,
  id: string,
  run: { ms: number; bytesIn: number; bytesOut: number },
): Promise<void> {
  await sql`update boxes set runs = runs + 1, run_ms = run_ms + ${Math.round(run.ms)}, bytes_in = bytes_in + ${run.bytesIn},
    bytes_out = bytes_out + ${run.bytesOut}, active_at = now() where id = ${id}`.execute(store)
}
