import { z } from 'zod'
import { restoreSnapshot } from '#boxes/actions/useSnapshot.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, SnapshotId } from '#boxes/wire/requests.ts'
import { BoxRecord } from '#boxes/wire/schemas.ts'
import { toBoxRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function restoreBox(context: Context): Operation {
  return define({
    name: 'restoreBox',
    method: 'POST',
    path: '/api/boxes/{boxId}/restore',
    tag: 'boxes',
    summary: 'Replace the files and conversations of a paused box with those of a snapshot.',
    description:
      'The current files and conversations of the box are deleted; take a snapshot first to keep them. The restored sessions have new ids.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'data_loss'],
    examples: [{ summary: 'Back to a snapshot', request: { snapshotId: 'snap_01kqb3m0000000000000000000' } }],
    request: z.strictObject({ boxId: BoxId, snapshotId: SnapshotId }),
    response: z.object({ box: BoxRecord }),
    handle: async (request, call) => ({ box: toBoxRecord(await restoreSnapshot(context, request, call)) }),
  })
}
