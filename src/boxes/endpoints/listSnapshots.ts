import { z } from 'zod'
import { callerOf } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listSnapshots as list } from '#boxes/store/snapshots.ts'
import { BoxId, PageCursor } from '#boxes/wire/requests.ts'
import { SnapshotRecord } from '#boxes/wire/schemas.ts'
import { toSnapshotRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'

export function listSnapshots({ store }: Context): Operation {
  return define({
    name: 'listBoxSnapshots',
    method: 'GET',
    path: '/api/boxes/snapshots',
    tag: 'boxes',
    summary: 'List your snapshots, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: [],
    request: z.strictObject({ boxId: BoxId.optional(), limit: PageLimit, cursor: PageCursor }),
    response: z.object({ snapshots: z.array(SnapshotRecord), nextCursor: z.string().nullable() }),
    async handle({ boxId, limit, cursor }, call) {
      const scope = `box snapshots ${boxId ?? ''}`
      const [before] = cursor === undefined ? [] : Cursor.decode(scope, cursor, /^snap_\w+$/)
      const { developerId } = callerOf(call)
      const rows = await list(store, { developerId, boxId, before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        snapshots: rows.slice(0, limit).map(toSnapshotRecord),
        nextCursor: last ? Cursor.encode(scope, [last.id]) : null,
      }
    },
  })
}
