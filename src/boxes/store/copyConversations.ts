import { sql } from 'kysely'
import * as Id from '#core/Id.ts'
import { listSessions } from './sessions.ts'
import type { Store } from './tables.ts'

/** The newest sessions are copied; the others of a box that has more are left out. */
const SESSIONS_MAX = 50

/** Copies the conversations of a box or a snapshot to another, under new ids; returns the number of sessions. */
export async function copyConversations(tx: Store, { from, to }: { from: string; to: string }): Promise<number> {
  const sessions = await listSessions(tx, from, { limit: SESSIONS_MAX })
  // The oldest first, because lists are in the order of ids.
  for (const { id, message_count: _, created_at, updated_at, ...session } of sessions.toReversed()) {
    const copy = Id.create('sess')
    await tx
      .insertInto('box_sessions')
      .values({ ...session, id: copy, box_id: to })
      .execute()
    await copyMessages(tx, { from: id, to: copy })
  }
  return sessions.length
}

/** Moves the copied conversations to a box. */
export async function moveConversations(tx: Store, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('box_sessions').set({ box_id: to }).where('box_id', '=', from).execute()
}

/** Runs stay with the box, and so do the keys under which clients sent messages. */
async function copyMessages(tx: Store, { from, to }: { from: string; to: string }): Promise<void> {
  const { numAffectedRows } = await sql`insert into box_messages
      (id, session_id, seq, author_type, author_id, channel, content, cards, created_at)
    select 'msg_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26), ${to}, seq, author_type, author_id, channel,
      content, cards, created_at from box_messages where session_id = ${from}`.execute(tx)
  await sql`insert into box_events (session_id, seq, kind, body, created_at)
    select ${to}, seq, kind, body, created_at from box_events where session_id = ${from} and kind = 'message'`.execute(
    tx,
  )
  await sql`update box_sessions set message_count = ${numAffectedRows} where id = ${to}`.execute(tx)
}
