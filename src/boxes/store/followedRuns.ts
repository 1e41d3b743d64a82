import { sql } from 'kysely'
import type { Store, TaskStatus } from './tables.ts'

/** A run with its reply, and the key of the message that started it. */
export type FollowedRun = {
  id: string
  boxId: string
  sessionId: string
  developerId: string
  status: TaskStatus
  error: string | null
  /** The first part of the reply. */
  reply: string | null
  /** The title of the last confirmation that it asked for. */
  asked: string | null
  clientKey: string | null
  at: Date
}

const REPLY_LENGTH_MAX = 4_000

export async function findRuns(store: Store, ids: readonly string[]): Promise<Map<string, FollowedRun>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FollowedRun>`
    select t.id, t.box_id as "boxId", t.session_id as "sessionId", b.developer_id as "developerId", t.status, t.error,
      (select left(m.content, ${REPLY_LENGTH_MAX}) from box_messages m where m.session_id = t.session_id
        and m.task_id = t.id and m.author_type = 'agent' order by m.seq desc limit 1) as reply,
      (select c.title from box_confirmations c where c.task_id = t.id order by c.created_at desc limit 1) as asked,
      q.client_key as "clientKey", coalesce(t.ended_at, now()) as at
    from box_tasks t join boxes b on b.id = t.box_id left join box_messages q on q.id = t.message_id
    where t.id = any(${ids})`.execute(store)
  return new Map(rows.map((run) => [run.id, run]))
}

/** The sessions of boxes, with the number of their last event. */
export async function listSessionsOf(
  store: Store,
  boxIds: readonly string[],
): Promise<{ key: string; id: string; seq: number }[]> {
  const { rows } = await sql<{ key: string; id: string; seq: number }>`
    select s.box_id as key, s.id, s.seq from box_sessions s join boxes b on b.id = s.box_id
    where s.box_id = any(${boxIds}) and b.wanted <> 'deleted'`.execute(store)
  return rows
}
