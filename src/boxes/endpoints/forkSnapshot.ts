import { z } from 'zod'
import { forkSnapshot as fork } from '#boxes/actions/useSnapshot.ts'
import type { Context } from '#boxes/Context.ts'
import { SnapshotId } from '#boxes/wire/requests.ts'
import { CreatedBox } from '#boxes/wire/schemas.ts'
import { toCreatedBox } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const Request = z.strictObject({
  snapshotId: SnapshotId,
  name: z.string().max(80).optional().meta({ description: 'A display name. Default: the name of the snapshot' }),
})

export function forkSnapshot(context: Context): Operation {
  return define({
    name: 'forkBoxSnapshot',
    method: 'POST',
    path: '/api/boxes/snapshots/{snapshotId}/fork',
    tag: 'boxes',
    summary: 'Create a box with the files, conversations and settings of a snapshot.',
    description:
      'Its sessions have new ids. An agent with persistent sessions continues them, independently of the original box.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'permission_denied', 'data_loss', 'unavailable'],
    status: 201,
    idempotent: true,
    examples: [{ summary: 'A second try', request: { name: 'second try' } }],
    request: Request,
    response: CreatedBox,
    handle: async (request, call) => toCreatedBox(await fork(context, request, call), context.settings.baseUrl),
  })
}
