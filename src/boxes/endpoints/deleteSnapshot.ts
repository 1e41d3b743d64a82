import { z } from 'zod'
import { deleteSnapshot as remove } from '#boxes/actions/useSnapshot.ts'
import type { Context } from '#boxes/Context.ts'
import { SnapshotId } from '#boxes/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function deleteSnapshot(context: Context): Operation {
  return define({
    name: 'deleteBoxSnapshot',
    method: 'DELETE',
    path: '/api/boxes/snapshots/{snapshotId}',
    tag: 'boxes',
    summary: 'Delete a snapshot; boxes created from it are kept.',
    access: session('box:write'),
    limit: 'control',
    errors: ['not_found'],
    status: 204,
    request: z.strictObject({ snapshotId: SnapshotId }),
    response: z.undefined(),
    async handle({ snapshotId }, call) {
      await remove(context, snapshotId, call)
      return undefined
    },
  })
}
