import { z } from 'zod'
import { callerOf } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listBoxes as list } from '#boxes/store/boxes.ts'
import { BOX_STATUSES } from '#boxes/store/tables.ts'
import { PageCursor, storableText } from '#boxes/wire/requests.ts'
import { BoxRecord } from '#boxes/wire/schemas.ts'
import { toBoxRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'

const Request = z.strictObject({
  status: z.enum(BOX_STATUSES).optional(),
  label: storableText().max(200).optional().meta({ description: 'Only boxes with this label, as `name:value`.' }),
  limit: PageLimit,
  cursor: PageCursor,
})

export function listBoxes({ store }: Context): Operation {
  return define({
    name: 'listBoxes',
    method: 'GET',
    path: '/api/boxes',
    tag: 'boxes',
    summary: 'List your boxes, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: [],
    request: Request,
    response: z.object({ boxes: z.array(BoxRecord), nextCursor: z.string().nullable() }),
    async handle({ status, label, limit, cursor }, call) {
      const scope = `boxes ${status ?? ''} ${label ?? ''}`
      const [before] = cursor === undefined ? [] : Cursor.decode(scope, cursor, /^box_\w+$/)
      const { developerId } = callerOf(call)
      const rows = await list(store, { developerId, status, label: parseLabel(label), before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return { boxes: rows.slice(0, limit).map(toBoxRecord), nextCursor: last ? Cursor.encode(scope, [last.id]) : null }
    },
  })
}

function parseLabel(label: string | undefined): [string, string] | undefined {
  if (label === undefined) return undefined
  const at = label.indexOf(':')
  if (at < 1) throw invalidField('label', 'must be name:value')
  return [label.slice(0, at), label.slice(at + 1)]
}
