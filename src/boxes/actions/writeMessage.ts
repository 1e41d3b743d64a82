import { createHash } from 'node:crypto'
import { type Box, setWanted } from '#boxes/store/boxes.ts'
import type { Written } from '#boxes/store/commitQueue.ts'
import { appendEvents, insertEvents } from '#boxes/store/events.ts'
import { findByClientKey, insertMessage, type Message } from '#boxes/store/messages.ts'
import type { Session } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import { countQueued, findTask, insertTask, type Task } from '#boxes/store/tasks.ts'
import { messageEvent, taskEvent } from '#boxes/wire/events.ts'
import type { Channel } from '#boxes/wire/requests.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { multiLine } from '#core/UntrustedText.ts'

/** Queued runs of one developer. */
const QUEUED_MAX = 100

export type NewMessage = {
  content: string
  channel: Channel
  authorId?: string | undefined
  /** The client's own id for the message; a second message with the same id is a replay of the first. */
  clientKey?: string | undefined
  /** A key that is used again with other content is refused, or names a new message. Default: refused */
  reusedKey?: 'refused' | 'new message'
  /** Whether the message starts a run. Default: true */
  runAgent?: boolean
}

export type PostedMessage = { message: Message; task: Task | undefined; session: Session; replayed: boolean }

/** Throws unless the text can be stored; returns it without invisible characters. */
export function sanitizeContent(text: string): string {
  const content = multiLine(text)
  if (content === '') throw new ApiError('invalid_argument', 'content must contain a visible character.')
  refuseSecrets(content, 'content', { allow: 'invite token' })
  return content
}

/** Writes a message with sanitized content and starts its run. The rows of box and session must be locked. */
export async function writeMessage(
  tx: Store,
  { box, session }: { box: Box; session: Session },
  message: NewMessage,
): Promise<Written<PostedMessage>> {
  const { runAgent = true, clientKey } = message
  const fingerprint = fingerprintOf(message)
  const known = clientKey === undefined ? undefined : await findByClientKey(tx, session.id, clientKey)
  if (known && known.fingerprint !== fingerprint && message.reusedKey === 'new message')
    return writeMessage(
      tx,
      { box, session },
      { ...message, clientKey: `${clientKey} ${fingerprint}`, reusedKey: 'refused' },
    )
  if (known) return { result: await replay(tx, { known, fingerprint, session }), events: [] }
  const queued = runAgent ? await requireQueue(tx, { box, session }) : 0
  if (runAgent) await requireAwake(tx, box)
  const taskId = runAgent ? Id.create('task') : null
  const written = await insertMessage(tx, {
    id: Id.create('msg'),
    session_id: session.id,
    author_type: 'human',
    author_id: message.authorId ?? null,
    channel: message.channel,
    content: message.content,
    cards: [],
    task_id: taskId,
    client_key: clientKey ?? null,
    fingerprint,
  })
  const events = await insertEvents(tx, [messageEvent(written.message)])
  if (taskId === null) return { result: { ...written, task: undefined, replayed: false }, events }
  const ids = { id: taskId, box_id: box.id, session_id: session.id, message_id: written.message.id }
  const task = { ...(await insertTask(tx, ids)), queue_place: queued + 1 }
  const [created] = await appendEvents(tx, session.id, [taskEvent(task)])
  const seq = created?.seq ?? written.session.seq
  return {
    result: { message: written.message, session: { ...written.session, seq }, task, replayed: false },
    events: created ? [...events, created] : events,
  }
}

/** Equal for two messages that mean the same, so that the second may be a replay of the first. */
export function fingerprintOf({ content, channel, authorId, runAgent = true }: NewMessage): string {
  const fields = JSON.stringify([content, channel, authorId, runAgent])
  return createHash('sha256').update(fields).digest('base64url')
}

type Replay = { known: Message; fingerprint: string; session: Session }

async function replay(tx: Store, { known, fingerprint, session }: Replay): Promise<PostedMessage> {
  if (known.fingerprint !== fingerprint)
    throw new ApiError(
      'failed_precondition',
      'This Idempotency-Key was used with another message. Send a new key, or the same message again.',
      { status: 422 },
    )
  const task = known.task_id === null ? undefined : await findTask(tx, known.task_id)
  return { message: known, task, session, replayed: true }
}

/** Refuses a message that would start a run, before a session is opened for it: what precedes a refusal is committed. */
export async function requireRunnable(tx: Store, box: Box): Promise<void> {
  await requireQueue(tx, { box, session: { id: '' } })
  await requireAwake(tx, box)
}

/** Returns how many runs wait in the session; refuses another one beyond the maximum of the developer. */
async function requireQueue(tx: Store, { box, session }: { box: Box; session: Pick<Session, 'id'> }): Promise<number> {
  const { developer_id: developerId } = box
  const { ofSession, ofDeveloper } = await countQueued(tx, { sessionId: session.id, developerId })
  if (ofDeveloper < QUEUED_MAX) return ofSession
  throw new ApiError(
    'resource_exhausted',
    `You have ${QUEUED_MAX} queued runs, which is the maximum. Wait until some have ended, or cancel them.`,
    { headers: { 'retry-after': '5' } },
  )
}

/** Wakes a box that paused by itself; refuses one that its owner paused or that has ended. */
async function requireAwake(tx: Store, box: Box): Promise<void> {
  if (box.status === 'stopped' || box.status === 'error')
    throw new ApiError(
      'failed_precondition',
      `The box ${box.status === 'error' ? 'has failed' : 'is stopped'}${box.status_reason ? ` (${box.status_reason})` : ''}. Create another; its history stays readable.`,
    )
  if (box.wanted === 'ready') return
  if (box.wanted === 'paused' && box.paused_by !== 'caller') await setWanted(tx, box.id, { wanted: 'ready' })
  else throw new ApiError('failed_precondition', `The box is ${box.wanted}. POST /api/boxes/${box.id}/resume first.`)
}
