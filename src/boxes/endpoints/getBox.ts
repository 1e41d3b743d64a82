import { z } from 'zod'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { BoxRecord } from '#boxes/wire/schemas.ts'
import { toBoxRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function getBox(context: Context): Operation {
  return define({
    name: 'getBox',
    method: 'GET',
    path: '/api/boxes/{boxId}',
    tag: 'boxes',
    summary: 'Get a box.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId }),
    response: z.object({ box: BoxRecord }),
    handle: async ({ boxId }, call) => ({ box: toBoxRecord(await requireBox(context, boxId, call)) }),
  })
}
