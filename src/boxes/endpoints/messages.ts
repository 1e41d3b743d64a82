import { z } from 'zod'
import { CHANNELS } from '#boxes/actions/openSession.ts'
import { type NewMessage, type Posted, postMessage as post } from '#boxes/actions/postMessage.ts'
import { waitForReply } from '#boxes/actions/waitForReply.ts'
import { type BoxContext, requireSession } from '#boxes/Context.ts'
import {
  MessageRecord,
  SessionRecord,
  TaskRecord,
  toMessageRecord,
  toSessionRecord,
  toTaskRecord,
} from '#boxes/records.ts'
import { findSession, listMessages as list } from '#boxes/store/sessions.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { type Call, define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { BoxId } from './boxes.ts'
import { SessionId } from './sessions.ts'

const WAIT_MAX_SECONDS = 25

export const NewMessageFields = {
  content: z.string().min(1).max(4_000),
  authorId: z.string().max(160).optional().meta({ description: 'Your own id of who writes.' }),
  channel: z.enum(CHANNELS).default('api'),
  runAgent: z
    .boolean()
    .default(true)
    .meta({ description: 'False leaves the message in the history without asking the agent.' }),
}

const Request = z.strictObject({
  boxId: BoxId,
  sessionId: SessionId,
  ...NewMessageFields,
  waitSeconds: z
    .int()
    .min(0)
    .max(WAIT_MAX_SECONDS)
    .default(0)
    .meta({ description: 'How long to wait for the reply before answering.' }),
})

export const PostedMessage = z.object({
  message: MessageRecord,
  task: TaskRecord.nullable().meta({ description: 'The run the message started.' }),
  agentReply: MessageRecord.nullable().meta({ description: 'What the agent replied, if it has within the wait.' }),
  session: SessionRecord,
  after: z.int().meta({ description: 'Events after this number tell what follows: …/events?after=' }),
})

/** Posts a message in the caller's session, and waits for the reply as long as asked. */
export async function postAndWait(
  context: BoxContext,
  given: z.output<typeof Request>,
  call: Call,
): Promise<z.output<typeof PostedMessage>> {
  const { boxId, sessionId, waitSeconds, ...message } = given
  const { box, session: found } = await requireSession(context, { boxId, sessionId }, call)
  const key = call.idempotencyKey
  const posted = await commitMessage(
    context,
    { box, session: found },
    { ...message, ...(key !== undefined && { clientKey: key }) },
  )
  const settled =
    posted.task && (await waitForReply(context, posted.task, { ms: waitSeconds * 1000, signal: call.signal() }))
  const now = (await findSession(context.store, found.id, box.id)) ?? found
  const task = settled?.task ?? posted.task
  return {
    message: toMessageRecord(posted.message),
    task: task ? toTaskRecord(task) : null,
    agentReply: settled?.reply ? toMessageRecord(settled.reply) : null,
    session: toSessionRecord(now),
    after: posted.message.seq,
  }
}

/** Commits a message together with others that are being written. */
async function commitMessage(
  context: Pick<BoxContext, 'commits'>,
  place: Parameters<typeof post>[1],
  message: NewMessage,
): Promise<Posted> {
  let posted: Posted | undefined
  await context.commits.commit(async (within) => {
    const written = await post(within, place, message)
    posted = written.posted
    return written.events
  })
  return posted as unknown as Posted
}

export function postMessage(context: BoxContext): Operation {
  return define({
    name: 'postBoxMessage',
    method: 'POST',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/messages',
    tag: 'boxes',
    summary: 'Say something to the agent of a box.',
    description:
      'The message and the run it starts are committed before the answer. With an `Idempotency-Key`, the same message sent again is the same message. Without `waitSeconds`, follow …/events.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: 'own',
    timeoutMs: (WAIT_MAX_SECONDS + 10) * 1000,
    examples: [{ summary: 'A question to the desk agent', request: { content: 'price eth dusd', waitSeconds: 20 } }],
    request: Request,
    response: PostedMessage,
    handle: (request, call) => postAndWait(context, request, call),
  })
}

export function listMessages(context: BoxContext): Operation {
  return define({
    name: 'listBoxMessages',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/messages',
    tag: 'boxes',
    summary: 'What was said in a session, oldest first on each page; the first page is the newest.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({
      boxId: BoxId,
      sessionId: SessionId,
      limit: PageLimit,
      cursor: z
        .string()
        .max(200)
        .optional()
        .meta({ description: '`nextCursor` of the answer before: earlier messages.' }),
      after: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Messages with a higher number, from there on.' }),
    }),
    response: z.object({ messages: z.array(MessageRecord), nextCursor: z.string().nullable() }),
    async handle({ boxId, sessionId, limit, cursor, after }, call) {
      const { session: found } = await requireSession(context, { boxId, sessionId }, call)
      const scope = `box messages ${found.id}`
      const before = cursor === undefined ? undefined : Number(Cursor.decode(scope, cursor, /^\d{1,15}$/)[0])
      const page = { limit, ...(after !== undefined && { after }), ...(before !== undefined && { before }) }
      const messages = await list(context.store, found.id, page)
      const first = after === undefined && messages.length === limit ? messages[0] : undefined
      return {
        messages: messages.map(toMessageRecord),
        nextCursor: first ? Cursor.encode(scope, [String(first.seq)]) : null,
      }
    },
  })
}
