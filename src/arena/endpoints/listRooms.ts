import { z } from 'zod'
import { listRooms as list } from '#arena/actions/listRooms.ts'
import type { Context } from '#arena/Context.ts'
import { ROOM_STATUSES } from '#arena/store/tables.ts'
import { Room, toRoom } from '#arena/wire/records.ts'
import { open } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { Cursor, NextCursor } from './paging.ts'

export const Response = z.object({ rooms: z.array(Room), nextCursor: NextCursor })

export function listRooms(context: Context): Operation {
  return define({
    name: 'listRooms',
    method: 'GET',
    path: '/api/arena/rooms',
    tag: 'arena',
    summary: 'List rooms, newest activity first.',
    description: 'Public rooms, or with `mine=true` the rooms you own or are in, including private ones.',
    access: open,
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({
      tag: z.string().max(80).optional().meta({ description: 'Only rooms with this tag.' }),
      status: z.enum(ROOM_STATUSES, { error: () => `must be one of ${ROOM_STATUSES.join(', ')}` }).optional(),
      text: z.string().max(180).optional().meta({ description: 'Only rooms whose topic or tags contain this text.' }),
      mine: z.enum(['true', 'false'], { error: 'must be true or false' }).optional(),
      limit: pageLimit({ max: 100, fallback: 20 }),
      cursor: Cursor,
    }),
    response: Response,
    async handle({ mine, ...query }, call) {
      const { rooms, nextCursor } = await list(context, { ...query, mine: mine === 'true' }, call.caller)
      return { rooms: rooms.map(toRoom), nextCursor }
    },
  })
}
