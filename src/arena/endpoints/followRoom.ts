import { z } from 'zod'
import { seeRoom, type VisibleRoom } from '#arena/actions/seeRoom.ts'
import type { Context } from '#arena/Context.ts'
import { isDeparture, type RoomEvent } from '#arena/live/RoomEvent.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { RoomId } from '#arena/wire/records.ts'
import { open } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { type Live, limitOf } from '#live/createLive.ts'
import { numbered } from '#live/numbered.ts'
import { followRequest } from '#live/request.ts'
import type { Positions } from '#live/Source.ts'
import { Batch, Frames } from './follow.ts'

export function followRoom(context: Context, live: Live): Operation {
  return defineRaw({
    name: 'followRoom',
    method: 'GET',
    path: '/api/arena/rooms/{roomId}/events',
    tag: 'arena',
    summary: 'Follow a room as server-sent events or by long poll.',
    description:
      'Each entry is an event with its number as id; send `Last-Event-ID` to resume. `?after=` and `?wait=` return the same entries once, as JSON.',
    access: open,
    limit: limitOf,
    errors: ['not_found', 'unavailable'],
    contentType: 'text/event-stream',
    request: z.strictObject({ roomId: RoomId, ...followRequest }),
    response: Frames,
    json: Batch,
    async respond({ roomId, after, wait }, call) {
      const seen = await seeRoom(context, roomId, call.caller)
      const guard = createGuard(context, seen)
      return live.follow(call, {
        source: context.feed.source(roomId),
        positions: numbered as Positions<number, RoomEvent>,
        isWanted: guard.isWanted,
        ending: guard.ending,
        after,
        waitSeconds: wait,
        toJson: ({ events, position, reset }) => ({
          messages: events.map(({ body }) => JSON.parse(body)),
          position: String(position),
          reset,
        }),
      })
    },
  })
}

type Guard = { isWanted(event: RoomEvent): boolean; ending(): string | undefined }

/** Keeps a participant present while it follows, and ends the stream of a private room when its seat is gone. */
function createGuard(context: Context, { room, identity, member }: VisibleRoom): Guard {
  const own = member?.status === 'active' ? member.id : undefined
  const dependsOnSeat = room.visibility === 'PRIVATE' && !Identity.moderates(identity, room)
  let hasLeft = false
  return {
    isWanted(event) {
      if (hasLeft) return !dependsOnSeat
      hasLeft = own !== undefined && event.seq > room.seq && isDeparture(event, own)
      return true
    },
    ending() {
      if (hasLeft && dependsOnSeat) return 'membership'
      if (own !== undefined && !hasLeft) context.seen(own)
      return undefined
    },
  }
}
