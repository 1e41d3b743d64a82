import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import type { Feed, LaunchEvent } from '#launchpad/live/Feed.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { limitOf } from '#live/createLive.ts'
import { numbered } from '#live/numbered.ts'
import { followRequest } from '#live/request.ts'
import type { Positions, Source } from '#live/Source.ts'

const KINDS = Object.keys(wire.events) as [wire.EventKind, ...wire.EventKind[]]
/** The default for all launches. */
const OVERVIEW: readonly wire.EventKind[] = KINDS.filter((kind) => kind !== 'candle')

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'Only events of this token, candles included.' }),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(KINDS, `must be some of ${KINDS.join(', ')}, separated by commas`)))
    .optional()
    .meta({
      description:
        'Only these kinds, separated by commas; `reorg` is always sent. Default: all kinds for one token, all but `candle` for all tokens.',
    }),
  ...followRequest,
})

const Stream = z.string().meta({
  description:
    'Frames of `id`, `event` and `data`. The first event is `ready`, or `reset` if events were missed and everything must be read again. Then `token`, `trade`, `candle`, `progress`, `graduation`, `metadata` and `reorg` follow. A last event `end` gives the reason for the end of the stream.',
})

const Batch = z.object({
  events: z.array(z.object({ seq: z.int(), kind: z.enum(KINDS), data: z.unknown() })),
  lastSeq: z.int().meta({ description: 'Send this as `after` next.' }),
  reset: z.boolean().meta({ description: 'True if events were missed and everything must be read again.' }),
})

export function events({ feed, live }: Context): Operation {
  return defineRaw({
    name: 'streamLaunchEvents',
    method: 'GET',
    path: paths.events,
    tag: 'launchpad',
    summary: 'Follow all launches, or one, as server-sent events or by long poll.',
    description:
      'Events are numbered. Send `Last-Event-ID` to resume; `?after=` and `?wait=` return the same events once, as JSON.',
    access: none,
    limit: limitOf,
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: Request,
    response: Stream,
    json: Batch,
    respond({ address, kinds, after, wait }, call) {
      const token = address?.toLowerCase()
      const selected = new Set(kinds ?? (token === undefined ? OVERVIEW : KINDS))
      return live.follow(call, {
        source: sourceOf(feed, token),
        positions: numbered as Positions<number, LaunchEvent>,
        isWanted: (event) => isSelected(event, token, selected),
        after,
        waitSeconds: wait,
        toJson: ({ events, position, reset }) => ({ events: events.map(toJson), lastSeq: position, reset }),
      })
    },
  })
}

function sourceOf(feed: Feed, token: string | undefined): Source<number, LaunchEvent> {
  return {
    lastSeq: () => feed.status()?.lastSeq ?? 0,
    oldest: async () => (await feed.oldest()) - 1,
    readAfter: (seq, limit) => feed.readAfter(seq, { token, limit }),
    subscribe: (listener) => feed.subscribe(({ events }) => listener(events)),
    refresh: () => feed.refresh(),
  }
}

function isSelected(event: LaunchEvent, token: string | undefined, kinds: ReadonlySet<wire.EventKind>): boolean {
  if (event.kind === 'reorg') return true
  return (token === undefined || event.token === token) && kinds.has(event.kind)
}

function toJson({ seq, kind, body }: LaunchEvent): { seq: number; kind: wire.EventKind; data: unknown } {
  return { seq, kind, data: JSON.parse(body) }
}
