import { z } from 'zod'
import { session } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { limitOf } from '#live/createLive.ts'
import { numbered } from '#live/numbered.ts'
import { followRequest } from '#live/request.ts'
import { type Context, callerOf } from '#rules/Context.ts'

const Frames = z.string().meta({
  description:
    'Each frame has `id`, `event` and `data`. The first event is `ready`, or `reset` if the position is unknown. Each message follows as an event named `event`, with the message as data. The last event, `end`, carries the reason.',
})

const Batch = z.object({
  events: z.array(z.record(z.string(), z.unknown())),
  position: z.string().meta({ description: 'The next value of `after`.' }),
  reset: z.boolean().meta({ description: 'The position was unknown; continue from this one.' }),
})

export function followAlerts({ feed, live }: Context): Operation {
  return defineRaw({
    name: 'followAlerts',
    method: 'GET',
    path: '/api/alerts/events',
    tag: 'rules',
    summary: 'Follow the events of your rules as server-sent events or by long poll.',
    description:
      'Each event has its sequence number as id; send `Last-Event-ID` to resume. `?after=` and `?wait=` return the same events once, as JSON.',
    access: session('rules:read'),
    limit: limitOf,
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: z.strictObject(followRequest),
    response: Frames,
    json: Batch,
    respond: ({ after, wait }, call) =>
      live.follow(call, {
        source: feed.source(callerOf(call).developerId),
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
