import { ApiError, invalidField } from '#core/ApiError.ts'
import { principal } from '#core/Caller.ts'
import { every } from '#core/every.ts'
import type { Call, LimitClass } from '#core/Operation.ts'
import { openStream, type Start, type Stream } from './openStream.ts'
import type { Reading } from './Reader.ts'
import type { LiveEvent } from './Source.ts'
import { type Batch, waitForEvents } from './waitForEvents.ts'
import { withIncarnation } from './withIncarnation.ts'

type Options = {
  /** Open streams per developer or anonymous address in this process. */
  streamsMax: number
  /** The history of the database; a position in another one is answered with `reset`. */
  incarnation?: { current(): number; onChange(listener: () => void): Disposable }
}

export type Following<Position, Event extends LiveEvent> = Reading<Position, Event> & {
  /** From the query; with it the response is JSON instead of a stream. */
  after?: string | undefined
  /** How long a JSON response may wait for an event. */
  waitSeconds?: number | undefined
  /** The reason to end the stream, such as a lost membership; checked twice a second. */
  ending?: (() => string | undefined | Promise<string | undefined>) | undefined
  toJson(batch: Batch<Position, Event>): unknown
}

export type Live = Disposable & {
  /** Responds with a stream, or with JSON when `after` is set. */
  follow<Position, Event extends LiveEvent>(call: Call, following: Following<Position, Event>): Promise<Response>
  /** Counts a stream of another protocol against the caller's limit; `end` is called with the reason to end it. */
  admit(call: Call, end: (reason: string) => void): Disposable
  size(): number
}

const CHECK_EVERY_MS = 500
/** Parts of the streams that are checked one after the other, so that many streams are not checked in one go. */
const CHECK_PARTS = 10
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** A long poll counts as a read. */
export function limitOf({ url }: Request): LimitClass {
  return /[?&]after=/.test(url) ? 'read' : 'stream'
}

/** Streams and long polls over any source, with one set of limits and checks. */
export function createLive({ streamsMax, incarnation }: Options): Live {
  const open = new Map<string, number>()
  const checks = createChecks()
  const streams = new Set<Endable>()
  // Events of the new history may have numbers that readers have seen before.
  const failover = incarnation?.onChange(() => {
    for (const stream of streams) stream.end('failover')
  })
  const inHistory = <Position, Event extends LiveEvent>(following: Following<Position, Event>) => ({
    ...following,
    positions: withIncarnation(following.positions, incarnation?.current() ?? 1),
  })

  function enter(call: Call): () => void {
    const who = principal(call.caller)
    const count = open.get(who) ?? 0
    if (count >= streamsMax)
      throw new ApiError(
        'resource_exhausted',
        `You have ${count} open streams, which is the maximum. Close one, or use ?after= instead.`,
        { headers: { 'retry-after': '5' } },
      )
    open.set(who, count + 1)
    return () => leave(open, who)
  }

  return {
    async follow(call, given) {
      const following = inHistory(given)
      if (following.after !== undefined) return poll(call, following)
      if (call.raw.method === 'HEAD') return new Response(null, { headers: HEADERS })
      const leaveStreams = enter(call)
      const unwatch = new DisposableStack()
      unwatch.defer(leaveStreams)
      const start = startOf(call.raw.headers.get('last-event-id'), following)
      const stream = openStream(following, { start, signal: call.signal(), closed: () => unwatch.dispose() })
      unwatch.use(remember(streams, stream))
      const mayEnd = call.caller.kind !== 'anonymous' || following.ending !== undefined
      if (mayEnd && !unwatch.disposed) unwatch.use(checks.add(stream, () => endingOf(call, following)))
      return new Response(stream.body, { headers: HEADERS })
    },
    admit(call, end) {
      const admitted = new DisposableStack()
      admitted.defer(enter(call))
      admitted.use(remember(streams, { end }))
      if (call.caller.kind !== 'anonymous') admitted.use(checks.add({ end }, () => endingOf(call, {})))
      return admitted
    },
    size: () => open.values().reduce((sum, count) => sum + count, 0),
    [Symbol.dispose]() {
      failover?.[Symbol.dispose]()
      checks[Symbol.dispose]()
    },
  }
}

function remember(streams: Set<Endable>, stream: Endable): Disposable {
  streams.add(stream)
  return { [Symbol.dispose]: () => void streams.delete(stream) }
}

function leave(open: Map<string, number>, who: string): void {
  const count = (open.get(who) ?? 1) - 1
  if (count > 0) open.set(who, count)
  else open.delete(who)
}

async function poll<Position, Event extends LiveEvent>(
  call: Call,
  following: Following<Position, Event>,
): Promise<Response> {
  const { positions, after = '', waitSeconds = 0, toJson } = following
  const [, plain = ''] = /^(.*?)(?:~\d+)?$/.exec(after) ?? []
  const position = positions.parse(plain)
  if (position === undefined) throw invalidField('after', `must be ${positions.described}`)
  // A bare number counts as one of the current history: callers may know no other.
  const start = plain !== after && positions.isOther?.(after) ? 'unknown' : { after: position }
  const batch = await waitForEvents(following, { start, waitMs: waitSeconds * 1000, signal: call.signal() })
  const next = positions.format(batch.position)
  return Response.json(next.includes('~') ? { ...(toJson(batch) as object), position: next } : toJson(batch))
}

/** Where a stream resumes: after `Last-Event-ID`, or now without one. */
function startOf<Position, Event extends LiveEvent>(
  lastEventId: string | null,
  { positions }: Reading<Position, Event>,
): Start<Position> {
  if (!lastEventId) return 'now'
  const after = positions.isOther?.(lastEventId) ? undefined : positions.parse(lastEventId)
  return after === undefined ? 'unknown' : { after }
}

type Ending = () => string | undefined | Promise<string | undefined>

/** The reason to end a stream: its credential or `ending`. A check that fails for another reason ends nothing. */
async function endingOf(call: Call, { ending }: { ending?: Ending | undefined }): Promise<string | undefined> {
  try {
    await call.reauthenticate()
    return await ending?.()
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    return code === 'unauthenticated' || code === 'permission_denied' || code === 'not_found' ? code : undefined
  }
}

type Endable = Pick<Stream, 'end'>
type Checks = Disposable & { add(stream: Endable, ending: Ending): Disposable }

/** Checks all open streams on one timer, a part at a time. */
function createChecks(): Checks {
  const watched = new Map<Endable, { ending: Ending; part: number }>()
  const busy = new Set<Endable>()
  let timer: Disposable | undefined
  let added = 0
  let tick = 0

  async function check(stream: Endable, ending: Ending): Promise<void> {
    busy.add(stream)
    const reason = await ending()
    busy.delete(stream)
    if (reason !== undefined && watched.has(stream)) stream.end(reason)
  }
  function checkPart(): void {
    const current = tick++ % CHECK_PARTS
    for (const [stream, { ending, part }] of watched)
      if (part === current && !busy.has(stream)) void check(stream, ending)
  }
  function rest(): void {
    timer?.[Symbol.dispose]()
    timer = undefined
  }
  return {
    add(stream, ending) {
      watched.set(stream, { ending, part: added++ % CHECK_PARTS })
      timer ??= every(CHECK_EVERY_MS / CHECK_PARTS, checkPart)
      return {
        [Symbol.dispose]() {
          watched.delete(stream)
          if (watched.size === 0) rest()
        },
      }
    },
    [Symbol.dispose]: rest,
  }
}
