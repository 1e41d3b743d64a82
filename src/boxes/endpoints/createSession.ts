import { z } from 'zod'
import { inTransaction } from '#boxes/actions/inTransaction.ts'
import { openSession } from '#boxes/actions/openSession.ts'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, NewSessionFields } from '#boxes/wire/requests.ts'
import { SessionRecord } from '#boxes/wire/schemas.ts'
import { toSessionRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function createSession(context: Context): Operation {
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
    request: z.strictObject({ boxId: BoxId, ...NewSessionFields }),
    response: z.object({ session: SessionRecord }),
    async handle({ boxId, ...fields }, call) {
      const box = await requireBox(context, boxId, call)
      const opened = await inTransaction(context, call, (tx) => openSession(tx, box, fields))
      return { session: toSessionRecord(opened) }
    },
  })
}
