import { z } from 'zod'
import { createRoom as create } from '#arena/actions/createRoom.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { RULES } from '#arena/rules/roomRules.ts'
import { Room, toRoom } from '#arena/wire/records.ts'
import * as requests from '#arena/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'

export function createRoom(context: Context): Operation {
  return define({
    name: 'createRoom',
    method: 'POST',
    path: '/api/arena/rooms',
    tag: 'arena',
    summary: 'Create a room that you own.',
    description: `Join it to take a seat. ${RULES}`,
    access: session('arena:write'),
    limit: 'write',
    errors: ['failed_precondition', 'unavailable'],
    status: 201,
    idempotent: true,
    request: z.strictObject({ ...requests.CreateRoom, turnSeconds: requests.TurnSeconds }),
    response: z.object({ room: Room }),
    async handle(request, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      const creation = { request, identity, now: new Date(context.now()) }
      const room = await inCallTransaction({ call, db: context.store }, (tx) => create(tx, creation))
      return { room: toRoom(room) }
    },
  })
}
