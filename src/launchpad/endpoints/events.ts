import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { Address, Amount } from '#core/wire.ts'
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

const ADDRESSES_MAX = 100

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'Only events of this token, candles included.' }),
  addresses: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(Address).max(ADDRESSES_MAX, `must be at most ${ADDRESSES_MAX} addresses`))
    .optional()
    .meta({ description: 'Only events of these tokens, separated by commas, at most 100; instead of `address`.' }),
  minEth: Amount.optional().meta({
    description: 'Only trades of at least this many wei; other kinds are not affected.',
  }),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(KINDS, `must be some of ${KINDS.join(', ')}, separated by commas`)))
    .optional()
    .meta({
      description:
        'Only these kinds, separated by commas; `reorg` is always sent. Default: all kinds for one token, all but `candle` otherwise.',
    }),
  ...followRequest,
})

const Stream = z.string().meta({
  description:
    'Each frame has `id`, `event` and `data`. The first event is `ready`, or `reset` if events were missed and everything must be read again. Then `token`, `trade`, `candle`, `progress`, `graduation`, `metadata` and `reorg` follow. The last event, `end`, carries the reason.',
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
    summary: 'Follow one launch, several or all, as server-sent events or by long poll.',
    description:
      'Events are numbered. Send `Last-Event-ID` to resume; `?after=` and `?wait=` return the same events once, as JSON.',
    access: none,
    limit: limitOf,
    errors: ['unavailable'],
    contentType: 'text/event-stream',
    request: Request,
    response: Stream,
    json: Batch,
    respond({ address, addresses, minEth, kinds, after, wait }, call) {
      if (address && addresses)
        throw invalidField('addresses', 'must not be sent with address: send address or addresses')
      const token = address?.toLowerCase()
      const tokens = addresses ?? (address && [address])
      const selection: Selection = {
        tokens: tokens && new Set(tokens.map((one) => one.toLowerCase())),
        kinds: new Set(kinds ?? (token === undefined ? OVERVIEW : KINDS)),
        minEth,
      }
      return live.follow(call, {
        source: sourceOf(feed, token),
        positions: numbered as Positions<number, LaunchEvent>,
        isWanted: (event) => isSelected(event, selection),
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

type Selection = {
  tokens: ReadonlySet<string> | undefined
  kinds: ReadonlySet<wire.EventKind>
  minEth: bigint | undefined
}

function isSelected(event: LaunchEvent, { tokens, kinds, minEth }: Selection): boolean {
  if (event.kind === 'reorg') return true
  if (!kinds.has(event.kind) || (tokens && !tokens.has(event.token ?? ''))) return false
  return minEth === undefined || event.kind !== 'trade' || BigInt(JSON.parse(event.body).ethAmount) >= minEth
}

function toJson({ seq, kind, body }: LaunchEvent): { seq: number; kind: wire.EventKind; data: unknown } {
  return { seq, kind, data: JSON.parse(body) }
}
