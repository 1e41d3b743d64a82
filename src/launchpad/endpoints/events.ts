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
/** What a listener to all launches gets unless it asks for more. */
const OVERVIEW: readonly wire.EventKind[] = KINDS.filter((kind) => kind !== 'candle')

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'Only events of this token; candles are among them.' }),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(KINDS, `must be some of ${KINDS.join(', ')}, separated by commas`)))
    .optional()
    .meta({ description: 'Only these kinds, separated by commas; `reorg` always comes.' }),
  ...followRequest,
})

const Response_ = z.string().meta({
  description:
    'Frames of `id`, `event` and `data`. The first event is `ready`, or `reset` when events were missed and all must be read again; then come `token`, `trade`, `candle`, `progress`, `graduation`, `metadata` and `reorg`. A last event `end` says why the stream was ended.',
})

const Batch = z.object({
  events: z.array(z.object({ seq: z.int(), kind: z.enum(KINDS), data: z.unknown() })),
  lastSeq: z.int().meta({ description: 'What to send as `after` next.' }),
  reset: z.boolean().meta({ description: 'Events were missed and all must be read again.' }),
})

/** Tells what happens as it happens. */
export function events({ feed, live }: Context): Operation {
  return defineRaw({
    name: 'streamLaunchEvents',
    method: 'GET',
    path: paths.events,
    tag: 'launchpad',
    summary: 'Follow all launches, or one, as server-sent events or by long poll.',
    description:
      'Events are numbered. Send `Last-Event-ID` to continue after a break; `?after=` and `?wait=` answer the same events once, as JSON.',
    access: none,
    limit: limitOf,
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: Request,
    response: Response_,
    json: Batch,
    respond({ address, kinds, after, wait }, call) {
      const token = address?.toLowerCase()
      const wanted = new Set(kinds ?? (token === undefined ? OVERVIEW : KINDS))
      return live.follow(call, {
        source: sourceOf(feed, token),
        positions: numbered as Positions<number, LaunchEvent>,
        isWanted: (event) => isWanted(event, token, wanted),
        after,
        waitSeconds: wait,
        toJson: ({ events, position, reset }) => ({ events: events.map(toJson), lastSeq: position, reset }),
      })
    },
  })
}

/** The feed of all launches, or what concerns one of them. */
function sourceOf(feed: Feed, token: string | undefined): Source<number, LaunchEvent> {
  return {
    lastSeq: () => feed.status()?.lastSeq ?? 0,
    oldest: async () => (await feed.oldest()) - 1,
    readAfter: (seq, limit) => feed.readAfter(seq, { token, limit }),
    subscribe: (listener) => feed.subscribe(({ events }) => listener(events)),
    refresh: () => feed.refresh(),
  }
}

/** Whether an event is one a listener asked for; a reorganisation concerns everyone. */
function isWanted(event: LaunchEvent, token: string | undefined, kinds: ReadonlySet<wire.EventKind>): boolean {
  if (event.kind === 'reorg') return true
  return (token === undefined || event.token === token) && kinds.has(event.kind)
}

function toJson({ seq, kind, body }: LaunchEvent): { seq: number; kind: wire.EventKind; data: unknown } {
  return { seq, kind, data: JSON.parse(body) }
}
