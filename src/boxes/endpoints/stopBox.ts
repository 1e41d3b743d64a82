import { z } from 'zod'
import { changeState } from '#boxes/actions/changeState.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { BoxRecord } from '#boxes/wire/schemas.ts'
import { toBoxRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function stopBox(context: Context): Operation {
  return define({
    name: 'stopBox',
    method: 'POST',
    path: '/api/boxes/{boxId}/stop',
    tag: 'boxes',
    summary: 'Stop a box permanently; its history and files stay readable.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition'],
    request: z.strictObject({ boxId: BoxId }),
    response: z.object({ box: BoxRecord }),
    handle: async ({ boxId }, call) => ({
      box: toBoxRecord(await changeState(context, { boxId, verb: 'stop' }, call)),
    }),
  })
}
