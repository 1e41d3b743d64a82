import { z } from 'zod'
import { deleteBox as remove } from '#boxes/actions/deleteBox.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function deleteBox(context: Context): Operation {
  return define({
    name: 'deleteBox',
    method: 'DELETE',
    path: '/api/boxes/{boxId}',
    tag: 'boxes',
    summary: 'Delete a box with its history and files.',
    access: session('box:write'),
    limit: 'control',
    errors: ['not_found'],
    status: 204,
    request: z.strictObject({ boxId: BoxId }),
    response: z.undefined(),
    async handle({ boxId }, call) {
      await remove(context, boxId, call)
      return undefined
    },
  })
}
