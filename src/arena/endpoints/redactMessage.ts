import { z } from 'zod'
import { redact } from '#arena/actions/redact.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { Message, MessageId, RoomId, toMessage } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const described = { method: 'POST', tag: 'arena', access: session('arena:write'), limit: 'write' } as const

const Reason = z
  .string()
  .max(200, 'must be at most 200 characters')
  .optional()
  .meta({ description: 'Shown in the room.' })

export function redactMessage(context: Context): Operation {
  return define({
    ...described,
    name: 'redactMessage',
    path: '/api/arena/rooms/{roomId}/messages/{messageId}/redact',
    summary: 'Remove the content of a message; the entry stays, marked as redacted.',
    description: 'For its author, the owner of the room and operators. Messages are never edited.',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: z.strictObject({ roomId: RoomId, messageId: MessageId, reason: Reason }),
    response: z.object({ message: Message }),
    async handle({ roomId, messageId, reason: given }, call) {
      const { caller } = call
      const identity = await Identity.require(caller, context.originOf)
      const reason = given ? sanitize.oneLine(given, 'reason') : undefined
      return { message: toMessage(await redact(context, { roomId, messageId, reason, identity, caller })) }
    },
  })
}
