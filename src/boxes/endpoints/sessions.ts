import { z } from 'zod'
import { cancelRuns } from '#boxes/actions/cancelRuns.ts'
import { CHANNELS, openSession } from '#boxes/actions/openSession.ts'
import { type BoxContext, inTransaction, requireBox, requireSession } from '#boxes/Context.ts'
import {
  MessageRecord,
  SessionRecord,
  TaskRecord,
  toMessageRecord,
  toSessionRecord,
  toTaskRecord,
} from '#boxes/records.ts'
import { listSessions as list, listMessages, listTasks } from '#boxes/store/sessions.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { BoxId } from './boxes.ts'

export const SessionId = z.string().max(64).meta({ description: 'The id of a session of the box.' })
const SHOWN_MESSAGES = 50

export const NewSession = {
  title: z.string().max(160).optional(),
  channel: z.enum(CHANNELS).default('api'),
  humanId: z.string().max(120).optional().meta({ description: 'Your own id of the person who talks.' }),
}

export function createSession(context: BoxContext): Operation {
  return define({
    name: 'createBoxSession',
    method: 'POST',
    path: '/api/boxes/{boxId}/sessions',
    tag: 'boxes',
    summary: 'Open a conversation with the agent of a box.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found'],
    status: 201,
    idempotent: true,
    request: z.strictObject({ boxId: BoxId, ...NewSession }),
    response: z.object({ session: SessionRecord }),
    async handle({ boxId, ...given }, call) {
      const box = await requireBox(context, boxId, call)
      const { session: opened } = await inTransaction(context, call, (within) => openSession(within, box, given))
      return { session: toSessionRecord(opened) }
    },
  })
}

export function listSessions(context: BoxContext): Operation {
  return define({
    name: 'listBoxSessions',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions',
    tag: 'boxes',
    summary: 'The conversations of a box, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId, limit: PageLimit, cursor: z.string().max(200).optional() }),
    response: z.object({ sessions: z.array(SessionRecord), nextCursor: z.string().nullable() }),
    async handle({ boxId, limit, cursor }, call) {
      const box = await requireBox(context, boxId, call)
      const scope = `box sessions ${box.id}`
      const [before] = cursor === undefined ? [] : Cursor.decode(scope, cursor, /^sess_\w+$/)
      const rows = await list(context.store, box.id, { before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        sessions: rows.slice(0, limit).map(toSessionRecord),
        nextCursor: last ? Cursor.encode(scope, [last.id]) : null,
      }
    },
  })
}

export function getSession(context: BoxContext): Operation {
  return define({
    name: 'getBoxSession',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}',
    tag: 'boxes',
    summary: 'A conversation with its newest messages and runs.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId, sessionId: SessionId }),
    response: z.object({ session: SessionRecord, messages: z.array(MessageRecord), tasks: z.array(TaskRecord) }),
    async handle(ids, call) {
      const { session: found } = await requireSession(context, ids, call)
      const [messages, tasks] = await Promise.all([
        listMessages(context.store, found.id, { limit: SHOWN_MESSAGES }),
        listTasks(context.store, found.id, SHOWN_MESSAGES),
      ])
      return {
        session: toSessionRecord(found),
        messages: messages.map(toMessageRecord),
        tasks: tasks.map(toTaskRecord),
      }
    },
  })
}

export function cancelSession(context: BoxContext): Operation {
  return define({
    name: 'cancelBoxSession',
    method: 'POST',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/cancel',
    tag: 'boxes',
    summary: 'Cancel what the agent is at work on, and what waits.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found'],
    request: z.strictObject({
      boxId: BoxId,
      sessionId: SessionId,
      taskId: z.string().max(64).optional().meta({ description: 'Only this run.' }),
    }),
    response: z.object({ cancelled: z.int().meta({ description: 'How many runs were told to end.' }) }),
    async handle({ taskId, ...ids }, call) {
      const { session: found } = await requireSession(context, ids, call)
      return { cancelled: await cancelRuns(context.commits, found.id, taskId) }
    },
  })
}
