import { type Selectable, sql } from 'kysely'
import type { ConfirmationOption, ConfirmationRow, Store } from './tables.ts'

export type Confirmation = Omit<Selectable<ConfirmationRow>, 'options'> & { options: ConfirmationOption[] }

type NewConfirmation = Pick<Confirmation, 'id' | 'box_id' | 'session_id' | 'task_id' | 'title' | 'options'>

export async function insertConfirmation(store: Store, confirmation: NewConfirmation): Promise<Confirmation> {
  const row = await store
    .insertInto('box_confirmations')
    .values({ ...confirmation, options: JSON.stringify(confirmation.options) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as Confirmation
}

export async function listConfirmations(store: Store, sessionId: string, limit: number): Promise<Confirmation[]> {
  const query = store.selectFrom('box_confirmations').selectAll().where('session_id', '=', sessionId)
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as Confirmation[]
}

/** The newest confirmation that a run waits for. */
export async function findPendingConfirmation(store: Store, taskId: string): Promise<Confirmation | undefined> {
  return (await listPendingConfirmations(store, taskId))[0]
}

/** The confirmations that a run waits for, newest first. */
export async function listPendingConfirmations(store: Store, taskId: string): Promise<Confirmation[]> {
  const query = store.selectFrom('box_confirmations').selectAll().where('task_id', '=', taskId)
  return (await query.where('status', '=', 'pending').orderBy('id', 'desc').execute()) as Confirmation[]
}

export async function findConfirmation(store: Store, id: string, boxId: string): Promise<Confirmation | undefined> {
  const query = store.selectFrom('box_confirmations').selectAll().where('id', '=', id).where('box_id', '=', boxId)
  return (await query.executeTakeFirst()) as Confirmation | undefined
}

/** Answers a pending confirmation; returns nothing when it is answered or closed already. */
export async function answerConfirmation(store: Store, id: string, answer: string): Promise<Confirmation | undefined> {
  const row = await store
    .updateTable('box_confirmations')
    .set({ status: 'answered', answer, answered_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  return row as Confirmation | undefined
}

type AnsweredConfirmation = Pick<Confirmation, 'id' | 'box_id' | 'answer'>

/** Answers that the agents of a host have not received yet. */
export async function readAnswers(store: Store, hostId: string): Promise<AnsweredConfirmation[]> {
  const { rows } = await sql<AnsweredConfirmation>`select c.id, c.box_id, c.answer from box_confirmations c
    join boxes b on b.id = c.box_id where b.host_id = ${hostId} and c.status = 'answered'`.execute(store)
  return rows
}

/** Closes the confirmations of runs that have ended. */
export async function closeConfirmations(store: Store, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await store
    .updateTable('box_confirmations')
    .set({ status: 'closed' })
    .where('task_id', 'in', taskIds)
    .where('status', '<>', 'closed')
    .execute()
}
