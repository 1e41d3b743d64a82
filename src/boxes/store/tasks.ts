import { type Selectable, sql } from 'kysely'
import { eventBody, TaskRecord, toTaskRecord } from '#boxes/records.ts'
import { appendEvents, type StoredEvent } from './events.ts'
import type { Task } from './sessions.ts'
import type { ConfirmationRow, FileRequestRow, Store } from './tables.ts'

type Change = Partial<Pick<Task, 'status' | 'stop_reason' | 'error' | 'started_at' | 'ended_at'>>

/** Changes a run that has not ended, and tells its session; one that has ended stays as it is. */
export async function updateTask(within: Store, id: string, change: Change): Promise<StoredEvent[]> {
  const task = await within
    .updateTable('box_tasks')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return task ? appendEvents(within, task.session_id, [{ kind: 'task', body: taskBody(task) }]) : []
}

export function taskBody(task: Task): string {
  return eventBody('task', TaskRecord, toTaskRecord(task))
}

export type QueuedTask = Task & { content: string }

/** Runs that wait on the boxes of a host, oldest first. */
export async function readQueuedTasks(store: Store, hostId: string): Promise<QueuedTask[]> {
  const { rows } = await sql<QueuedTask>`select t.*, m.content from box_tasks t
    join boxes b on b.id = t.box_id join box_messages m on m.id = t.message_id
    where b.host_id = ${hostId} and t.ended_at is null and t.status = 'queued' order by t.id limit 200`.execute(store)
  return rows
}

/** Runs at work on the boxes of a host that somebody wants cancelled. */
export async function readCancelledTasks(store: Store, hostId: string): Promise<Pick<Task, 'id' | 'box_id'>[]> {
  const { rows } = await sql<
    Pick<Task, 'id' | 'box_id'>
  >`select t.id, t.box_id from box_tasks t join boxes b on b.id = t.box_id
    where b.host_id = ${hostId} and t.ended_at is null and t.is_cancelled`.execute(store)
  return rows
}

type Answered = Pick<Selectable<ConfirmationRow>, 'id' | 'box_id' | 'answer'>

export async function readAnswers(store: Store, hostId: string): Promise<Answered[]> {
  const { rows } =
    await sql<Answered>`select c.id, c.box_id, c.answer from box_confirmations c join boxes b on b.id = c.box_id
    where b.host_id = ${hostId} and c.status = 'answered'`.execute(store)
  return rows
}

export type FileRequest = Selectable<FileRequestRow>

export async function readFileRequests(store: Store, hostId: string): Promise<FileRequest[]> {
  const { rows } = await sql<FileRequest>`select f.* from box_file_requests f join boxes b on b.id = f.box_id
    where b.host_id = ${hostId} and f.done_at is null order by f.id limit 50`.execute(store)
  return rows
}
