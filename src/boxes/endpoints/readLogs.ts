import { z } from 'zod'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { readLog } from '#boxes/store/logs.ts'
import { BoxId, PageCursor } from '#boxes/wire/requests.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Timestamp } from '#core/wire.ts'

const Line = z.object({ seq: z.int(), at: Timestamp, source: z.enum(['agent', 'service']), line: z.string() })

export const Response = z.object({ lines: z.array(Line), nextCursor: z.string() })

export function readLogs(context: Context): Operation {
  return define({
    name: 'readBoxLogs',
    method: 'GET',
    path: '/api/boxes/{boxId}/logs',
    tag: 'boxes',
    summary: 'Read the log of a box: its life cycle and the standard error of its agent.',
    description: 'Oldest first. `nextCursor` is always set: send it later to read the lines added since.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId, limit: PageLimit, cursor: PageCursor }),
    response: Response,
    async handle({ boxId, limit, cursor }, call) {
      const box = await requireBox(context, boxId, call)
      const scope = `box logs ${box.id}`
      const after = cursor === undefined ? 0 : Number(Cursor.decode(scope, cursor, /^\d{1,15}$/)[0])
      const lines = await readLog(context.store, box.id, { after, limit })
      const last = lines.at(-1)?.seq ?? after
      return { lines: lines.map(({ box_id: _, ...line }) => line), nextCursor: Cursor.encode(scope, [String(last)]) }
    },
  })
}
