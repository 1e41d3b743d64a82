import { ApiError, invalidField } from '#core/ApiError.ts'
import { principal } from '#core/Caller.ts'
import type { Call, LimitClass } from '#core/Operation.ts'
import { openStream, type Start, type Stream } from './openStream.ts'
import type { Reading } from './Reader.ts'
import type { LiveEvent } from './Source.ts'
import { type Batch, waitForEvents } from './waitForEvents.ts'

type Options = {
  /** Streams that a developer, or an anonymous address, may have open here at once. */
  streamsMax: number
}

export type Following<Position, Event extends LiveEvent> = Reading<Position, Event> & {
  /** From the query: with it the answer is given once, as JSON. */
  after?: string | undefined
  /** How long such an answer may wait for an event. */
  waitSeconds?: number | undefined
  /** Why the caller may read no longer, such as a lost membership; looked at twice a second. */
  ending?: (() => string | undefined | Promise<string | undefined>) | undefined
  /** The events as the JSON answer shows them. */
  toJson(batch: Batch<Position, Event>): unknown
}

export type Live = Disposable & {
  /** Answers as a stream, or once where `after` is given. */
  follow<Position, Event extends LiveEvent>(call: Call, following: Following<Position, Event>): Promise<Response>
  /** Counts a stream that another protocol writes among the caller's; `end` hears why it may go on no longer. */
  admit(call: Call, end: (reason: string) => void): Disposable
  /** How many streams are open. */
  size(): number
}

const CHECK_EVERY_MS = 500
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** What following costs: a long poll is a read. */
export function limitOf({ url }: Request): LimitClass {
  return /[?&]after=/.test(url) ? 'read' : 'stream'
}

/** Streams and long polls over any source, with their rules in one place. */
export function createLive({ streamsMax }: Options): Live {
  const open = new Map<string, number>()
  const checks = createChecks()

  function enter(call: Call): () => void {
    const who = principal(call.caller)
    const count = open.get(who) ?? 0
    if (count >= streamsMax)
      throw new ApiError(
        'resource_exhausted',
        `You have ${count} streams open here, which is the most. Close one, or use ?after= instead.`,
        { headers: { 'retry-after': '5' } },
      )
    open.set(who, count + 1)
    return () => leave(open, who)
  }

  return {
    async follow(call, following) {
      if (following.after !== undefined) return poll(call, following)
      if (call.raw.method === 'HEAD') return new Response(null, { headers: HEADERS })
      const leaveAgain = enter(call)
      const unwatch = new DisposableStack()
      unwatch.defer(leaveAgain)
      const start = startOf(call.raw.headers.get('last-event-id'), following)
      const stream = openStream(following, { start, signal: call.signal(), closed: () => unwatch.dispose() })
      const mayEnd = call.caller.kind !== 'anonymous' || following.ending !== undefined
      if (mayEnd && !unwatch.disposed) unwatch.use(checks.add(stream, () => endingOf(call, following)))
      return new Response(stream.body, { headers: HEADERS })
    },
    admit(call, end) {
      const admitted = new DisposableStack()
      admitted.defer(enter(call))
      if (call.caller.kind !== 'anonymous') admitted.use(checks.add({ end }, () => endingOf(call, {})))
      return admitted
    },
    size: () => open.values().reduce((sum, count) => sum + count, 0),
    [Symbol.dispose]: () => checks[Symbol.dispose](),
  }
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
  const position = positions.parse(after)
  if (position === undefined) throw invalidField('after', `must be ${positions.described}`)
  const options = { start: { after: position }, waitMs: waitSeconds * 1000, signal: call.signal() }
  return Response.json(toJson(await waitForEvents(following, options)))
}

/** Where a listener goes on that sends the last event it has; what we never gave out is no place at all. */
function startOf<Position, Event extends LiveEvent>(
  lastEventId: string | null,
  { positions }: Reading<Position, Event>,
): Start<Position> {
  if (!lastEventId) return 'now'
  const after = positions.parse(lastEventId)
  return after === undefined ? 'unknown' : { after }
}

type Ending = () => string | undefined | Promise<string | undefined>

/** Why the stream must end: its credential, or what the operation says. A check that cannot be made ends nothing. */
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

/** Asks of every open stream whether it may go on, with one timer for all. */
function createChecks(): Checks {
  const watched = new Map<Endable, Ending>()
  const busy = new Set<Endable>()
  let timer: NodeJS.Timeout | undefined

  async function check(stream: Endable, ending: Ending): Promise<void> {
    busy.add(stream)
    const reason = await ending()
    busy.delete(stream)
    if (reason !== undefined && watched.has(stream)) stream.end(reason)
  }
  function checkAll(): void {
    for (const [stream, ending] of watched) if (!busy.has(stream)) void check(stream, ending)
  }
  function rest(): void {
    clearInterval(timer)
    timer = undefined
  }
  return {
    add(stream, ending) {
      watched.set(stream, ending)
      timer ??= setInterval(checkAll, CHECK_EVERY_MS).unref()
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
