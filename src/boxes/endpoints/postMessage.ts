import { z } from 'zod'
import { postAndWait } from '#boxes/actions/postMessage.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, NewMessageFields, SessionId } from '#boxes/wire/requests.ts'
import { PostedMessage } from '#boxes/wire/schemas.ts'
import { toPostedMessage } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const WAIT_MAX_SECONDS = 25

const Request = z.strictObject({
  boxId: BoxId,
  sessionId: SessionId,
  ...NewMessageFields,
  waitSeconds: z
    .int()
    .min(0)
    .max(WAIT_MAX_SECONDS)
    .default(0)
    .meta({ description: 'Seconds to wait for the reply. Default: 0' }),
})

export function postMessage(context: Context): Operation {
  return define({
    name: 'postBoxMessage',
    method: 'POST',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/messages',
    tag: 'boxes',
    summary: 'Send a message to the agent of a box.',
    description:
      'The message and its run are committed before the response. With an `Idempotency-Key`, a repeated request returns the first message. Without `waitSeconds`, follow …/events for the reply.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: 'own',
    timeoutMs: (WAIT_MAX_SECONDS + 10) * 1000,
    examples: [{ summary: 'A question to the desk agent', request: { content: 'price eth dusd', waitSeconds: 20 } }],
    request: Request,
    response: PostedMessage,
    handle: async (request, call) => toPostedMessage(await postAndWait(context, request, call)),
  })
}
