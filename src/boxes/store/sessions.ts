import type { Selectable } from 'kysely'
import { appendEvents, type StoredEvent } from './events.ts'
import type { MessageRow, SessionRow, Store, TaskRow } from './tables.ts'

export type Session = Selectable<SessionRow>
export type Message = Selectable<MessageRow>
export type Task = Selectable<TaskRow>

type NewSession = Pick<Session, 'id' | 'box_id' | 'developer_id' | 'title' | 'channel' | 'human_id'>

export async function insertSession(store: Store, session: NewSession): Promise<Session> {
  return store.insertInto('box_sessions').values(session).returningAll().executeTakeFirstOrThrow()
}

export async function findSession(store: Store, id: string, boxId: string): Promise<Session | undefined> {
  return store
    .selectFrom('box_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('box_id', '=', boxId)
    .executeTakeFirst()
}

type Page = { before?: string | undefined; limit: number }

export async function listSessions(store: Store, boxId: string, { before, limit }: Page): Promise<Session[]> {
  let query = store.selectFrom('box_sessions').selectAll().where('box_id', '=', boxId)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Messages with a number above `after` in their order, or the newest below `before`. */
export async function listMessages(
  store: Store,
  sessionId: string,
  page: { after?: number; before?: number; limit: number },
): Promise<Message[]> {
  let query = store.selectFrom('box_messages').selectAll().where('session_id', '=', sessionId)
  if (page.after !== undefined) return query.where('seq', '>', page.after).orderBy('seq').limit(page.limit).execute()
  if (page.before !== undefined) query = query.where('seq', '<', page.before)
  return (await query.orderBy('seq', 'desc').limit(page.limit).execute()).toReversed()
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

export async function findTask(store: Store, id: string): Promise<Task | undefined> {
  return store.selectFrom('box_tasks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findByClientKey(
  store: Store,
  sessionId: string,
  clientKey: string,
): Promise<Message | undefined> {
  return store
    .selectFrom('box_messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
}

export type NewMessage = Omit<Message, 'seq' | 'created_at'>

/** Writes a message and its event under the next number of the session. */
export async function insertMessage(
  within: Store,
  message: NewMessage,
  toBody: (message: Message) => unknown,
): Promise<{ message: Message; events: StoredEvent[] }> {
  const created_at = new Date()
  const body = (seq: number) => JSON.stringify(toBody({ ...message, seq, created_at }))
  const events = await appendEvents(within, message.session_id, [{ kind: 'message', body }])
  const row = { ...message, seq: events[0]?.seq ?? 0, created_at }
  await within
    .insertInto('box_messages')
    .values({ ...row, cards: JSON.stringify(row.cards) })
    .execute()
  await within
    .updateTable('box_sessions')
    .set((eb) => ({ message_count: eb('message_count', '+', 1) }))
    .where('id', '=', message.session_id)
    .execute()
  return { message: row, events }
}

export async function insertTask(
  within: Store,
  task: Pick<Task, 'id' | 'box_id' | 'session_id' | 'message_id'>,
): Promise<Task> {
  return within.insertInto('box_tasks').values(task).returningAll().executeTakeFirstOrThrow()
}
