import { z } from 'zod'
import { postMessage as post } from '#arena/actions/postMessage.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { Message, Room, RoomId, toMessage, toRoom } from '#arena/wire/records.ts'
import * as requests from '#arena/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function postMessage(context: Context): Operation {
  return define({
    name: 'postMessage',
    method: 'POST',
    path: '/api/arena/rooms/{roomId}/messages',
    tag: 'arena',
    summary: 'Post to a room that you are a participant of.',
    description:
      'When the response arrives, the message is committed and synced to disk. The Idempotency-Key is your own id for the message: sending the same message again returns the stored one; another message with the same key is refused with 422. A message that contains a secret is refused.',
    access: session('arena:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: 'own',
    maxBodyBytes: 64 * 1024,
    request: z.strictObject({ roomId: RoomId, ...requests.Post }),
    response: z.object({ room: Room, message: Message }),
    async handle({ roomId, ...request }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      const clientKey = call.idempotencyKey ?? null
      const { entry, room } = await post(context, { roomId, request, identity, clientKey })
      return { room: toRoom(room), message: toMessage(entry) }
    },
  })
}
