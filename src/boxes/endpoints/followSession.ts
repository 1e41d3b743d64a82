import { z } from 'zod'
import { requireSession } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, SessionId } from '#boxes/wire/requests.ts'
import { session } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { limitOf } from '#live/createLive.ts'
import { numbered } from '#live/numbered.ts'
import { followRequest } from '#live/request.ts'

const Frames = z.string().meta({
  description:
    'Each frame has `id`, `event` and `data`. The first event is `ready`. Then `message`, `task`, `update` (a piece of the reply as the agent writes it) and `confirmation` follow. The last event, `end`, carries the reason.',
})

const Batch = z.object({
  events: z.array(z.object({ seq: z.int(), kind: z.string(), data: z.unknown() })),
  lastSeq: z.int().meta({ description: 'Send it as `after` next.' }),
  reset: z.boolean(),
})

export function followSession(context: Context): Operation {
  return defineRaw({
    name: 'followBoxSession',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/events',
    tag: 'boxes',
    summary: 'Follow a session as server-sent events or by long poll; replay with Last-Event-ID or ?after=0.',
    access: session('box:read'),
    limit: limitOf,
    errors: ['not_found', 'unavailable'],
    contentType: 'text/event-stream',
    request: z.strictObject({ boxId: BoxId, sessionId: SessionId, ...followRequest }),
    response: Frames,
    json: Batch,
    async respond({ boxId, sessionId, after, wait }, call) {
      const { session: found } = await requireSession(context, { boxId, sessionId }, call)
      return context.live.follow(call, {
        source: context.feeds.source(found.id),
        positions: numbered,
        after,
        waitSeconds: wait,
        ending: () => (context.feeds.isGone(found.id) ? 'not_found' : undefined),
        toJson: ({ events, position, reset }) => ({
          events: events.map(({ seq, kind, body }) => ({ seq, kind, data: JSON.parse(body) })),
          lastSeq: position,
          reset,
        }),
      })
    },
  })
}
