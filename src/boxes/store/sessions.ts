import type { Selectable } from 'kysely'
import type { SessionRow, Store } from './tables.ts'

export type Session = Selectable<SessionRow>

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

/** The session, locked until the commit. Lock its box first: runs lock in that order. */
export async function lockSession(tx: Store, id: string, boxId: string): Promise<Session | undefined> {
  return tx
    .selectFrom('box_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('box_id', '=', boxId)
    .forUpdate()
    .executeTakeFirst()
}

export async function findSessionOfDeveloper(
  store: Store,
  id: string,
  developerId: string,
): Promise<Session | undefined> {
  return store
    .selectFrom('box_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
}

/** The newest session of the box that holds a message with this client key, and with this content if it is given. */
export async function findSessionByClientKey(
  store: Store,
  boxId: string,
  { clientKey, fingerprint }: { clientKey: string; fingerprint?: string },
): Promise<Session | undefined> {
  return store
    .selectFrom('box_sessions')
    .innerJoin('box_messages', 'box_messages.session_id', 'box_sessions.id')
    .selectAll('box_sessions')
    .where('box_sessions.box_id', '=', boxId)
    .where('box_messages.client_key', '=', clientKey)
    .$if(fingerprint !== undefined, (query) => query.where('box_messages.fingerprint', '=', fingerprint ?? ''))
    .orderBy('box_sessions.id', 'desc')
    .executeTakeFirst()
}

type Page = { before?: string | undefined; limit: number }

export async function listSessions(store: Store, boxId: string, { before, limit }: Page): Promise<Session[]> {
  let query = store.selectFrom('box_sessions').selectAll().where('box_id', '=', boxId)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** The id that the agent gave to the session. */
export async function findAgentSession(store: Store, id: string): Promise<string | undefined> {
  const row = await store.selectFrom('box_sessions').select('agent_session').where('id', '=', id).executeTakeFirst()
  return row?.agent_session ?? undefined
}

export async function saveAgentSession(store: Store, id: string, agentSession: string): Promise<void> {
  await store.updateTable('box_sessions').set({ agent_session: agentSession }).where('id', '=', id).execute()
}
