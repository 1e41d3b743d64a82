import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { limitOf } from '#live/createLive.ts'
import { numbered } from '#live/numbered.ts'
import { followRequest } from '#live/request.ts'
import type { Context } from '#mandates/Context.ts'
import { ORDERS } from '#mandates/live/OrderFeed.ts'

const Frames = z.string().meta({
  description:
    'Each frame has `id`, `event` and `data`. The first event is `ready`, or `reset` if the position is unknown. Then follow `published` with the signed order, and `ended` with its id and status. The last event, `end`, carries the reason.',
})

const Batch = z.object({
  events: z.array(z.record(z.string(), z.unknown())),
  position: z.string().meta({ description: 'The next value of `after`.' }),
  reset: z.boolean().meta({ description: 'The position was unknown; list the open orders and continue from there.' }),
})

export function followOrders({ feed, live }: Context): Operation {
  return defineRaw({
    name: 'followOrders',
    method: 'GET',
    path: '/api/orders/events',
    tag: 'orders',
    summary: 'Follow the open orders as server-sent events or by long poll.',
    description:
      'Each event has its sequence number as id; send `Last-Event-ID` to resume. `?after=` and `?wait=` return the same events once, as JSON. Events are kept for 30 days.',
    access: none,
    limit: limitOf,
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: z.strictObject(followRequest),
    response: Frames,
    json: Batch,
    respond: ({ after, wait }, call) =>
      live.follow(call, {
        source: feed.source(ORDERS),
        positions: numbered,
        after,
        waitSeconds: wait,
        toJson: ({ events, position, reset }) => ({
          events: events.map(({ body }) => JSON.parse(body)),
          position: String(position),
          reset,
        }),
      }),
  })
}
