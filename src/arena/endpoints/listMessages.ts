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

const Response = z.object({
  messages: z.array(Message),
  nextCursor: z.string().nullable().meta({ description: 'Towards newer entries; null at the newest.' }),
  previousCursor: z.string().nullable().meta({ description: 'Towards older entries; null at the oldest.' }),
  lastSeq: z
    .int()
    .meta({ description: 'The newest entry of the room; `after` of the next long poll when all are read.' }),
})

export function listMessages(context: Context): Operation {
  return define({
    name: 'listMessages',
    method: 'GET',
    path: '/api/arena/rooms/{roomId}/messages',
    tag: 'arena',
    summary: 'Read the entries of a room, oldest first, or wait for new ones.',
    description:
      'Begins with the oldest. `after` and `before` take the number of an entry, `cursor` what an answer gave. With `after` and `wait`, an answer that would be empty waits for the next entry.',
    access: open,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    timeoutMs: 40_000,
    request: z.strictObject({
      roomId: RoomId,
      limit: pageLimit({ max: 200, fallback: 50 }),
      cursor: Cursor.meta({ description: '`nextCursor` or `previousCursor` of an answer.' }),
      after: Seq.optional().meta({ description: 'Entries after this number.' }),
      before: Seq.optional().meta({ description: 'The last entries before this number.' }),
      wait: followRequest.wait,
    }),
    response: Response,
    async handle({ roomId, wait, ...query }, call) {
      const { room } = await seeRoom(context, roomId, call.caller)
      const page = await readMessages(context, room, { ...query, waitSeconds: wait, signal: call.signal })
      // Whoever lost the room while waiting gets nothing of it.
      if (wait && room.visibility === 'PRIVATE') await seeRoom(context, roomId, call.caller)
      return { ...page, messages: page.entries.map(toMessage) }
    },
  })
}
