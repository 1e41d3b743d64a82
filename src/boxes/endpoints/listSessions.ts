import { z } from 'zod'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listSessions as list } from '#boxes/store/sessions.ts'
import { BoxId, PageCursor } from '#boxes/wire/requests.ts'
import { SessionRecord } from '#boxes/wire/schemas.ts'
import { toSessionRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'

export function listSessions(context: Context): Operation {
  return define({
    name: 'listBoxSessions',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions',
    tag: 'boxes',
    summary: 'List the conversations of a box, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId, limit: PageLimit, cursor: PageCursor }),
    response: z.object({ sessions: z.array(SessionRecord), nextCursor: z.string().nullable() }),
    async handle({ boxId, limit, cursor }, call) {
      const box = await requireBox(context, boxId, call)
      const scope = `box sessions ${box.id}`
      const [before] = cursor === undefined ? [] : Cursor.decode(scope, cursor, /^sess_\w+$/)
      const rows = await list(context.store, box.id, { before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        sessions: rows.slice(0, limit).map(toSessionRecord),
        nextCursor: last ? Cursor.encode(scope, [last.id]) : null,
      }
    },
  })
}
