import { z } from 'zod'
import { readMessages } from '#arena/actions/readMessages.ts'
import { seeRoom } from '#arena/actions/seeRoom.ts'
import type { Context } from '#arena/Context.ts'
import { Message, RoomId, Seq, toMessage } from '#arena/wire/records.ts'
import { open } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { followRequest } from '#live/request.ts'

const Cursor = z.string().max(200).optional()

export const Response = z.object({
  messages: z.array(Message),
  nextCursor: z.string().nullable().meta({ description: 'The page of newer entries; null at the newest.' }),
  previousCursor: z.string().nullable().meta({ description: 'The page of older entries; null at the oldest.' }),
  lastSeq: z.int().meta({ description: 'The number of the newest entry; send it as `after` of the next long poll.' }),
})

export function listMessages(context: Context): Operation {
  return define({
    name: 'listMessages',
    method: 'GET',
    path: '/api/arena/rooms/{roomId}/messages',
    tag: 'arena',
    summary: 'Read the entries of a room, oldest first, or wait for new ones.',
    description:
      'Starts with the oldest entry. `after` and `before` take the number of an entry; `cursor` takes a cursor from a previous page. With `after` and `wait`, an empty page waits for the next entry.',
    access: open,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    timeoutMs: 40_000,
    request: z.strictObject({
      roomId: RoomId,
      limit: pageLimit({ max: 200, fallback: 50 }),
      cursor: Cursor.meta({ description: '`nextCursor` or `previousCursor` of a previous page.' }),
      after: Seq.optional().meta({ description: 'Entries after this number.' }),
      before: Seq.optional().meta({ description: 'The last entries before this number.' }),
      wait: followRequest.wait,
    }),
    response: Response,
    async handle({ roomId, wait, ...query }, call) {
      const { room } = await seeRoom(context, roomId, call.caller)
      const page = await readMessages(context, room, { ...query, waitSeconds: wait, signal: call.signal })
      // The caller may have lost access during the wait.
      if (wait && room.visibility === 'PRIVATE') await seeRoom(context, roomId, call.caller)
      return { ...page, messages: page.entries.map(toMessage) }
    },
  })
}
