import type { Selectable } from 'kysely'
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

export async function findConfirmation(store: Store, id: string, boxId: string): Promise<Confirmation | undefined> {
  const query = store.selectFrom('box_confirmations').selectAll().where('id', '=', id).where('box_id', '=', boxId)
  return (await query.executeTakeFirst()) as Confirmation | undefined
}

/** Gives the answer, unless one was given or nobody waits any more; answers whether this one counts. */
export async function answerConfirmation(store: Store, id: string, answer: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('box_confirmations')
    .set({ status: 'answered', answer, answered_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nobody waits for an answer to what these runs asked. */
export async function closeConfirmations(store: Store, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await store
    .updateTable('box_confirmations')
    .set({ status: 'closed' })
    .where('task_id', 'in', taskIds)
    .where('status', '<>', 'closed')
    .execute()
}
