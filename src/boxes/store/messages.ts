import { type Selectable, sql } from 'kysely'
import type { Session } from './sessions.ts'
import type { MessageRow, Store } from './tables.ts'

export type Message = Selectable<MessageRow>
export type NewMessage = Omit<Message, 'seq' | 'created_at'>

/** Writes a message under the next number of its session, whose row stays locked until the commit. */
export async function insertMessage(tx: Store, message: NewMessage): Promise<{ message: Message; session: Session }> {
  const session = await tx
    .updateTable('box_sessions')
    .set((eb) => ({ seq: eb('seq', '+', 1), message_count: eb('message_count', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', message.session_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const row = { ...message, seq: session.seq, created_at: new Date() }
  await tx
    .insertInto('box_messages')
    .values({ ...row, cards: JSON.stringify(row.cards) })
    .execute()
  return { message: row, session }
}

/** Messages numbered above `after`, in order; without `after`, the newest below `before`. */
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

/** The messages under these numbers of their sessions. */
export async function findMessagesAt(
  store: Store,
  places: readonly { sessionId: string; seq: number }[],
): Promise<Message[]> {
  if (places.length === 0) return []
  const { rows } = await sql<Message>`select m.* from box_messages m
    join json_to_recordset(${JSON.stringify(places)}::json) as p ("sessionId" text, seq int8)
    on m.session_id = p."sessionId" and m.seq = p.seq`.execute(store)
  return rows
}

export async function listMessagesOfTask(store: Store, taskId: string): Promise<Message[]> {
  return store.selectFrom('box_messages').selectAll().where('task_id', '=', taskId).orderBy('seq').execute()
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

/** The agent's reply in a run. */
export async function findReply(
  store: Store,
  { sessionId, taskId }: { sessionId: string; taskId: string },
): Promise<Message | undefined> {
  return store
    .selectFrom('box_messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('task_id', '=', taskId)
    .where('author_type', '=', 'agent')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}
