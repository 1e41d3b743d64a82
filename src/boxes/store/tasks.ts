import { type Selectable, sql } from 'kysely'
import type { Store, TaskRow, TaskStatus } from './tables.ts'

export type Task = Selectable<TaskRow>

export async function insertTask(
  tx: Store,
  task: Pick<Task, 'id' | 'box_id' | 'session_id' | 'message_id'>,
): Promise<Task> {
  return tx.insertInto('box_tasks').values(task).returningAll().executeTakeFirstOrThrow()
}

type TaskChange = Partial<Pick<Task, 'status' | 'stop_reason' | 'error' | 'started_at' | 'ended_at'>>

/** Changes a run that has not ended; returns nothing for one that has. */
export async function updateTask(tx: Store, id: string, change: TaskChange): Promise<Task | undefined> {
  return tx
    .updateTable('box_tasks')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function findTask(store: Store, id: string): Promise<Task | undefined> {
  return store.selectFrom('box_tasks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findTaskOfDeveloper(store: Store, id: string, developerId: string): Promise<Task | undefined> {
  return store
    .selectFrom('box_tasks')
    .innerJoin('box_sessions', 'box_sessions.id', 'box_tasks.session_id')
    .selectAll('box_tasks')
    .where('box_tasks.id', '=', id)
    .where('box_sessions.developer_id', '=', developerId)
    .executeTakeFirst()
}

export async function listTasks(store: Store, sessionId: string, limit: number): Promise<Task[]> {
  return store
    .selectFrom('box_tasks')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type TaskFilter = {
  developerId: string
  sessionId?: string | undefined
  status?: TaskStatus | undefined
  before?: string | undefined
  limit: number
}

/** A page of a developer's runs, newest first, and how many there are in all. */
export async function listTasksOfDeveloper(
  store: Store,
  { developerId, sessionId, status, before, limit }: TaskFilter,
): Promise<{ tasks: Task[]; total: number }> {
  let query = store
    .selectFrom('box_tasks')
    .innerJoin('box_sessions', 'box_sessions.id', 'box_tasks.session_id')
    .where('box_sessions.developer_id', '=', developerId)
  if (sessionId !== undefined) query = query.where('box_tasks.session_id', '=', sessionId)
  if (status !== undefined) query = query.where('box_tasks.status', '=', status)
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const page = before === undefined ? query : query.where('box_tasks.id', '<', before)
  const tasks = await page.selectAll('box_tasks').orderBy('box_tasks.id', 'desc').limit(limit).execute()
  return { tasks, total: Number(total) }
}

/** Marks the open runs of a session, or one of them, as cancelled; returns those it marked. */
export async function markCancelled(
  tx: Store,
  sessionId: string,
  taskId?: string,
): Promise<Pick<Task, 'id' | 'status'>[]> {
  let query = tx
    .updateTable('box_tasks')
    .set({ is_cancelled: true })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
  if (taskId !== undefined) query = query.where('id', '=', taskId)
  return query.returning(['id', 'status']).execute()
}

export type QueuedTask = Task & { content: string }

/** Queued runs of the boxes on a host, oldest first. */
export async function readQueuedTasks(store: Store, hostId: string): Promise<QueuedTask[]> {
  const { rows } = await sql<QueuedTask>`select t.*, m.content from box_tasks t
    join boxes b on b.id = t.box_id join box_messages m on m.id = t.message_id
    where b.host_id = ${hostId} and t.ended_at is null and t.status = 'queued' order by t.id limit 200`.execute(store)
  return rows
}

/** Cancelled runs of the boxes on a host that have not ended yet. */
export async function readCancelledTasks(store: Store, hostId: string): Promise<Pick<Task, 'id' | 'box_id'>[]> {
  const { rows } = await sql<
    Pick<Task, 'id' | 'box_id'>
  >`select t.id, t.box_id from box_tasks t join boxes b on b.id = t.box_id
    where b.host_id = ${hostId} and t.ended_at is null and t.is_cancelled`.execute(store)
  return rows
}

/** Runs of a box that were started and have not ended. */
export async function listStartedTasks(store: Store, boxId: string): Promise<Pick<Task, 'id'>[]> {
  return store
    .selectFrom('box_tasks')
    .select('id')
    .where('box_id', '=', boxId)
    .where('ended_at', 'is', null)
    .where('status', '<>', 'queued')
    .execute()
}
