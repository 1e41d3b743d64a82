import { z } from 'zod'
import { redact } from '#arena/actions/redact.ts'
import type { Context } from '#arena/Context.ts'
import { Message, MessageId, RoomId, toMessage } from '#arena/wire/records.ts'
import type { Operation } from '#core/Operation.ts'
import { defineRoomChange, Reason, reasonOf } from './defineRoomChange.ts'

export function redactMessage(context: Context): Operation {
  return defineRoomChange(context, {
    name: 'redactMessage',
    at: 'messages/{messageId}/redact',
    summary: 'Remove the content of a message; the entry stays, marked as redacted.',
    description: 'For its author, the owner of the room and operators. Messages are never edited.',
    errors: ['failed_precondition'],
    request: z.strictObject({ roomId: RoomId, messageId: MessageId, reason: Reason }),
    response: z.object({ message: Message }),
    change: async ({ reason, ...ids }, actor) => ({
      message: toMessage(await redact(context, { ...ids, ...actor, reason: reasonOf(reason) })),
    }),
  })
}
