import { type Selectable, sql } from 'kysely'
import { lockName } from '#database/lockName.ts'
import type { ScheduleRow, Store } from './tables.ts'

export type Schedule = Selectable<ScheduleRow>
type NewSchedule = Omit<Schedule, 'last_at' | 'last_error' | 'failures' | 'runs' | 'created_at'>

export async function insertSchedule(tx: Store, schedule: NewSchedule): Promise<Schedule> {
  return tx.insertInto('box_schedules').values(schedule).returningAll().executeTakeFirstOrThrow()
}

/** Counts the schedules of a developer, one caller at a time. */
export async function countSchedules(tx: Store, developerId: string): Promise<number> {
  await lockName(tx, `slipway/schedules/${developerId}`)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from box_schedules
    where developer_id = ${developerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listSchedules(store: Store, boxId: string): Promise<Schedule[]> {
  return store.selectFrom('box_schedules').selectAll().where('box_id', '=', boxId).orderBy('id', 'desc').execute()
}

export async function findSchedule(store: Store, id: string, boxId: string): Promise<Schedule | undefined> {
  const query = store.selectFrom('box_schedules').selectAll().where('id', '=', id).where('box_id', '=', boxId)
  return query.executeTakeFirst()
}

/** Without `dueAt` the schedule is disabled. Its failures are forgotten. */
export async function setDue(store: Store, { id }: Schedule, dueAt: Date | null): Promise<Schedule | undefined> {
  const change = { due_at: dueAt, failures: 0 }
  return store.updateTable('box_schedules').set(change).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteSchedule(store: Store, id: string, boxId: string): Promise<boolean> {
  const query = store.deleteFrom('box_schedules').where('id', '=', id).where('box_id', '=', boxId)
  const { numDeletedRows } = await query.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Schedules that are due; one of each developer first, so that a developer with many does not delay the others. */
export async function readDue(store: Store, limit: number): Promise<Schedule[]> {
  const { rows } = await sql<Schedule>`select * from box_schedules where due_at <= now()
    order by row_number() over (partition by developer_id order by due_at), due_at limit ${limit}`.execute(store)
  return rows
}

/** Locks a schedule until the commit; nothing if another replica has it, or has already sent it. */
export async function lockDue(tx: Store, { id }: Schedule): Promise<Schedule | undefined> {
  const { rows } = await sql<Schedule>`select * from box_schedules where id = ${id} and due_at <= now()
    for update skip locked`.execute(tx)
  return rows[0]
}

type Sent = { dueAt: Date; sessionId: string }

export async function recordSent(tx: Store, id: string, { dueAt, sessionId }: Sent): Promise<void> {
  await sql`update box_schedules set due_at = ${dueAt}, session_id = ${sessionId}, last_at = now(), last_error = null,
    failures = 0, runs = runs + 1 where id = ${id}`.execute(tx)
}

/** Without `dueAt` the schedule is disabled. */
export async function recordFailed(
  store: Store,
  { id }: Schedule,
  { dueAt, error }: { dueAt: Date | null; error: string },
): Promise<void> {
  await sql`update box_schedules set due_at = ${dueAt}, last_at = now(), last_error = ${error}, failures = failures + 1
    where id = ${id} and due_at <= now()`.execute(store)
}
