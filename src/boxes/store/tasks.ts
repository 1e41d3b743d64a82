import { type Selectable, sql } from 'kysely'
import type { Store, TaskRow, TaskStatus } from './tables.ts'

/** `queue_place` counts the queued runs of its session up to this one. */
export type Task = Selectable<TaskRow> & { queue_place?: number | null }

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
  return store.selectFrom('box_tasks').selectAll().select(queuePlace).where('id', '=', id).executeTakeFirst()
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
    .select(queuePlace)
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type TaskFilter = {
  developerId: string
  sessionId?: string | undefined
  status?: TaskStatus | undefined
  updatedSince?: Date | undefined
  before?: string | undefined
  limit: number
}

/** A page of a developer's runs, newest first, and their total number. */
export async function listTasksOfDeveloper(
  store: Store,
  { developerId, sessionId, status, updatedSince, before, limit }: TaskFilter,
): Promise<{ tasks: Task[]; total: number }> {
  let query = store
    .selectFrom('box_tasks')
    .innerJoin('box_sessions', 'box_sessions.id', 'box_tasks.session_id')
    .where('box_sessions.developer_id', '=', developerId)
  if (sessionId !== undefined) query = query.where('box_tasks.session_id', '=', sessionId)
  if (status !== undefined) query = query.where('box_tasks.status', '=', status)
  if (updatedSince !== undefined)
    query = query.where(
      sql`coalesce(box_tasks.ended_at, box_tasks.started_at, box_tasks.created_at)`,
      '>=',
      updatedSince,
    )
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

/**
 * Runs that can start on the boxes of a host: the oldest queued run of each idle session, one developer after the
 * other. A long queue of one session, or of one developer, does not delay the others.
 */
export async function readQueuedTasks(store: Store, hostId: string): Promise<QueuedTask[]> {
  const { rows } = await sql<QueuedTask>`select next.*, m.content from (
      select distinct on (t.session_id) t.*, b.developer_id from box_tasks t join boxes b on b.id = t.box_id
      where b.host_id = ${hostId} and t.ended_at is null and t.status = 'queued' and not exists (
        select from box_tasks o where o.box_id = t.box_id and o.session_id = t.session_id
          and o.ended_at is null and o.status <> 'queued')
      order by t.session_id, t.id
    ) next join box_messages m on m.id = next.message_id
    order by row_number() over (partition by next.developer_id order by next.id), next.id limit 200`.execute(store)
  return rows
}

/** The number of queued runs of a session, and of all boxes of its developer. */
export async function countQueued(
  store: Store,
  { sessionId, developerId }: { sessionId: string; developerId: string },
): Promise<{ ofSession: number; ofDeveloper: number }> {
  const { rows } = await sql<{ ofSession: number; ofDeveloper: number }>`
    select count(*)::int as "ofDeveloper", count(*) filter (where t.session_id = ${sessionId})::int as "ofSession"
    from boxes b join box_tasks t on t.box_id = b.id
    where b.developer_id = ${developerId} and t.ended_at is null and t.status = 'queued'`.execute(store)
  return rows[0] ?? { ofSession: 0, ofDeveloper: 0 }
}

const queuePlace = sql<number | null>`case when status = 'queued' then (select count(*)::int from box_tasks o
  where o.box_id = box_tasks.box_id and o.session_id = box_tasks.session_id and o.ended_at is null
    and o.status = 'queued' and o.id <= box_tasks.id) end`.as('queue_place')

/** Cancelled runs of the boxes on a host that have not ended yet. */
export async function readCancelledTasks(store: Store, hostId: string): Promise<Pick<Task, 'id' | 'box_id'>[]> {
  const { rows } = await sql<
    Pick<Task, 'id' | 'box_id'>
  >`select t.id, t.box_id from box_tasks t join boxes b on b.id = t.box_id
    where b.host_id = ${hostId} and t.ended_at is null and t.is_cancelled`.execute(store)
  return rows
}

/** Runs of a box that have not ended. */
export async function listOpenTasks(store: Store, boxId: string): Promise<Pick<Task, 'id' | 'status'>[]> {
  return store
    .selectFrom('box_tasks')
    .select(['id', 'status'])
    .where('box_id', '=', boxId)
    .where('ended_at', 'is', null)
    .execute()
}
