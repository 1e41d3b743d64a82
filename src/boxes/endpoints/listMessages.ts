import { z } from 'zod'
import { requireSession } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listMessages as list } from '#boxes/store/messages.ts'
import { BoxId, SessionId } from '#boxes/wire/requests.ts'
import { MessageRecord } from '#boxes/wire/schemas.ts'
import { toMessageRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'

const Request = z.strictObject({
  boxId: BoxId,
  sessionId: SessionId,
  limit: PageLimit,
  cursor: z
    .string()
    .max(200)
    .optional()
    .meta({ description: '`nextCursor` of the previous page, for earlier messages.' }),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Only messages with a higher `seq`, oldest first.' }),
})

export function listMessages(context: Context): Operation {
  return define({
    name: 'listBoxMessages',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/messages',
    tag: 'boxes',
    summary: 'List the messages of a session: the newest page first, each page oldest first.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: Request,
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
