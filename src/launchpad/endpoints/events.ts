import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { openStream } from '#launchpad/live/openStream.ts'
import { waitForEvents } from '#launchpad/live/waitForEvents.ts'
import * as wire from '#launchpad/wire.ts'

const KINDS = Object.keys(wire.events) as [wire.EventKind, ...wire.EventKind[]]
/** What a listener to all launches gets unless it asks for more. */
const OVERVIEW: readonly wire.EventKind[] = KINDS.filter((kind) => kind !== 'candle')
const WAIT_MAX_SECONDS = 25

const Seq = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'must be the number of an event')
  .transform(Number)

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'Only events of this token; candles are among them.' }),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(KINDS, `must be some of ${KINDS.join(', ')}, separated by commas`)))
    .optional()
    .meta({ description: 'Only these kinds, separated by commas; `reorg` always comes.' }),
  after: Seq.optional().meta({ description: 'Answers once, in JSON, with the events after this number.' }),
  wait: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'must be a number of seconds')
    .transform((text) => Math.min(WAIT_MAX_SECONDS, Number(text)))
    .optional()
    .meta({ description: `With \`after\`: how many seconds to wait for one, at most ${WAIT_MAX_SECONDS}.` }),
})

const Response_ = z.string().meta({
  description:
    'Frames of `id`, `event` and `data`. The first event is `ready`, or `reset` when events were missed and all must be read again; then come `token`, `trade`, `candle`, `progress`, `graduation`, `metadata` and `reorg`.',
})

const Batch = z.object({
  events: z.array(z.object({ seq: z.int(), kind: z.enum(KINDS), data: z.unknown() })),
  lastSeq: z.int().meta({ description: 'What to send as `after` next.' }),
  reset: z.boolean().meta({ description: 'Events were missed and all must be read again.' }),
})

/** Tells what happens as it happens. */
export function events({ feed }: Context): Operation {
  return defineRaw({
    name: 'streamLaunchEvents',
    method: 'GET',
    path: '/api/launchpad/events',
    tag: 'launchpad',
    summary: 'Follow all launches, or one, as server-sent events or by long poll.',
    description:
      'Events are numbered. Send `Last-Event-ID` to continue after a break; `?after=` and `?wait=` answer the same events once, as JSON.',
    access: none,
    limit: 'stream',
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: Request,
    response: Response_,
    json: Batch,
    async respond({ address, kinds, after, wait = 0 }, call) {
      const token = address?.toLowerCase()
      const wanted = { token, kinds: new Set(kinds ?? (token === undefined ? OVERVIEW : KINDS)) }
      if (after !== undefined)
        return Response.json(
          await waitForEvents(feed, { ...wanted, after, waitMs: wait * 1000, signal: call.signal() }),
        )
      const body = openStream(feed, { ...wanted, after: lastOf(call.raw.headers), signal: call.signal() })
      return new Response(body, {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        },
      })
    },
  })
}

/** The last event a listener has; what is none of our numbers was never given out. */
function lastOf(headers: Headers): number | undefined {
  const text = headers.get('last-event-id')
  return text ? (Seq.safeParse(text).data ?? Number.POSITIVE_INFINITY) : undefined
}
