import { z } from 'zod'
import { SNAPSHOTS_MAX, takeSnapshot } from '#boxes/actions/takeSnapshot.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { SnapshotRecord } from '#boxes/wire/schemas.ts'
import { toSnapshotRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const Request = z.strictObject({
  boxId: BoxId,
  name: z.string().max(80).optional().meta({ description: 'A display name. Default: the name of the box' }),
})

export function createSnapshot(context: Context): Operation {
  return define({
    name: 'createBoxSnapshot',
    method: 'POST',
    path: '/api/boxes/{boxId}/snapshots',
    tag: 'boxes',
    summary: 'Take a snapshot of the files and conversations of a box.',
    description: `Running programs are not included. A snapshot is kept until you delete it, even after its box is deleted; you can have ${SNAPSHOTS_MAX}.`,
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: true,
    examples: [{ summary: 'Before a risky change', request: { name: 'before the upgrade' } }],
    request: Request,
    response: z.object({ snapshot: SnapshotRecord }),
    handle: async (request, call) => ({ snapshot: toSnapshotRecord(await takeSnapshot(context, request, call)) }),
  })
}
