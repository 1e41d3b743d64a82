import { z } from 'zod'
import { requireSession } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listMessages } from '#boxes/store/messages.ts'
import { listTasks } from '#boxes/store/tasks.ts'
import { BoxId, SessionId } from '#boxes/wire/requests.ts'
import { MessageRecord, SessionRecord, TaskRecord } from '#boxes/wire/schemas.ts'
import { toMessageRecord, toSessionRecord, toTaskRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const NEWEST = 50

export const Response = z.object({
  session: SessionRecord,
  messages: z.array(MessageRecord),
  tasks: z.array(TaskRecord),
})

export function getSession(context: Context): Operation {
  return define({
    name: 'getBoxSession',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}',
    tag: 'boxes',
    summary: 'Get a conversation with its newest messages and runs.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId, sessionId: SessionId }),
    response: Response,
    async handle(ids, call) {
      const { session: found } = await requireSession(context, ids, call)
      const [messages, tasks] = await Promise.all([
        listMessages(context.store, found.id, { limit: NEWEST }),
        listTasks(context.store, found.id, NEWEST),
      ])
      return {
        session: toSessionRecord(found),
        messages: messages.map(toMessageRecord),
        tasks: tasks.map(toTaskRecord),
      }
    },
  })
}
