import { z } from 'zod'
import type { Context } from '#arena/Context.ts'
import { openMyRooms } from '#arena/live/myRooms.ts'
import * as RoomCursor from '#arena/live/RoomCursor.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { session } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { type Live, limitOf } from '#live/createLive.ts'
import { followRequest } from '#live/request.ts'
import { Batch, Frames } from './follow.ts'

export function followMyRooms(context: Context, live: Live): Operation {
  return defineRaw({
    name: 'followMyRooms',
    method: 'GET',
    path: '/api/arena/events',
    tag: 'arena',
    summary: 'Follow all rooms you are in, up to 200, as one stream or by long poll.',
    description:
      'Event ids are opaque positions over all rooms: send `Last-Event-ID`, or `?after=` with `?wait=` for JSON. Rooms that you join or leave are added and removed. An empty `?after=` starts with all entries since you joined.',
    access: session('arena:read'),
    limit: limitOf,
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: z.strictObject(followRequest),
    response: Frames,
    json: Batch,
    async respond({ after, wait }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      return live.follow(call, {
        ...(await openMyRooms(context, identity.id)),
        after: after === '' ? RoomCursor.format(new Map()) : after,
        waitSeconds: wait,
        toJson: ({ events, position, reset }) => ({
          messages: events.map(({ body }) => JSON.parse(body)),
          position: RoomCursor.format(position),
          reset,
        }),
      })
    },
  })
}
