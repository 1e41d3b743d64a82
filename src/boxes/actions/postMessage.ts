import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { eventBody, MessageRecord, toMessageRecord } from '#boxes/records.ts'
import { type Box, wantBox } from '#boxes/store/boxes.ts'
import { appendEvents, type StoredEvent } from '#boxes/store/events.ts'
import {
  findByClientKey,
  findTask,
  insertMessage,
  insertTask,
  type Message,
  type Session,
  type Task,
} from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import { taskBody } from '#boxes/store/tasks.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { multiLine } from '#core/UntrustedText.ts'
import type { Channel } from './openSession.ts'

export type NewMessage = {
  content: string
  channel: Channel
  authorId?: string | undefined
  /** The client's own id of the message: sent again, it is the same message. */
  clientKey?: string | undefined
  /** Whether the agent shall answer; otherwise it only stands in the history. */
  runAgent?: boolean
}

export type Posted = { message: Message; task: Task | undefined; session: Session; replayed: boolean }

/** Writes a message and the run it starts; a box that slept for having nothing to do is woken. */
export async function postMessage(
  within: Store,
  { box, session }: { box: Box; session: Session },
  given: NewMessage,
): Promise<{ posted: Posted; events: StoredEvent[] }> {
  const content = multiLine(given.content)
  if (content === '') throw new ApiError('invalid_argument', 'content must hold something visible.')
  refuseSecrets(content, 'content')
  const { runAgent = true, clientKey } = given
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([content, given.channel, given.authorId, runAgent]))
    .digest('base64url')
  await sql`select from box_sessions where id = ${session.id} for update`.execute(within)
  const known = clientKey === undefined ? undefined : await findByClientKey(within, session.id, clientKey)
  if (known) return { posted: await replay(within, { known, session, fingerprint }), events: [] }
  if (runAgent) await requireAwake(within, box)
  const taskId = runAgent ? Id.create('task') : null
  const draft = {
    id: Id.create('msg'),
    session_id: session.id,
    author_type: 'human' as const,
    author_id: given.authorId ?? null,
    channel: given.channel,
    content,
    cards: [],
    task_id: taskId,
    client_key: clientKey ?? null,
    fingerprint,
  }
  const { message, events } = await insertMessage(within, draft, (row) =>
    JSON.parse(eventBody('message', MessageRecord, toMessageRecord(row))),
  )
  if (taskId === null) return { posted: { message, task: undefined, session, replayed: false }, events }
  const task = await insertTask(within, { id: taskId, box_id: box.id, session_id: session.id, message_id: message.id })
  const queued = await appendEvents(within, session.id, [{ kind: 'task', body: taskBody(task) }])
  return { posted: { message, task, session, replayed: false }, events: [...events, ...queued] }
}

type Replay = { known: Message; session: Session; fingerprint: string }

async function replay(within: Store, { known, session, fingerprint }: Replay): Promise<Posted> {
  if (known.fingerprint !== fingerprint)
    throw new ApiError(
      'failed_precondition',
      'This Idempotency-Key was used with another message. Send a new key, or the same message as before.',
      { status: 422 },
    )
  const task = known.task_id === null ? undefined : await findTask(within, known.task_id)
  return { message: known, task, session, replayed: true }
}

/** A box can be asked while it comes up, and is woken unless its owner put it to sleep. */
async function requireAwake(within: Store, box: Box): Promise<void> {
  if (box.status === 'stopped' || box.status === 'error')
    throw new ApiError(
      'failed_precondition',
      `The box is ${box.status === 'error' ? 'in error' : 'stopped'}${box.status_reason ? ` (${box.status_reason})` : ''}. Create another; its history stays readable.`,
    )
  if (box.wanted === 'ready') return
  if (box.wanted === 'paused' && box.paused_by !== 'caller') return wantBox(within, box.id, { wanted: 'ready' })
  throw new ApiError('failed_precondition', `The box is ${box.wanted}. POST /api/boxes/${box.id}/resume first.`)
}
