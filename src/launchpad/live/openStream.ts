import type { EventKind } from '#launchpad/wire.ts'
import type { Change, Feed, Told } from './Feed.ts'

export type Wanted = { token?: string | undefined; kinds?: ReadonlySet<EventKind> | undefined }
type Options = Wanted & {
  /** The last event the listener has; without it the stream begins with what comes next. */
  after?: number | undefined
  signal: AbortSignal
}

/** A listener that lets more than this pile up is cut off; it comes back with the number of its last event. */
const PENDING_MAX_BYTES = 256 * 1024
const HEARTBEAT_MS = 15_000
const REPLAY_PART = 500
const HEARTBEAT = Buffer.from(': still here\n\n')

/** Whether an event is one a listener asked for; a reorganisation concerns everyone. */
export function isWanted({ token, kinds }: Wanted, told: Told): boolean {
  if (told.kind === 'reorg') return true
  return (token === undefined || told.token === token) && (kinds === undefined || kinds.has(told.kind))
}

/** Events as they are committed, after those missed since `after`, as `text/event-stream`. */
export function openStream(feed: Feed, options: Options): ReadableStream<Uint8Array> {
  let listener: Listener | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        listener = attach(feed, controller, options)
        if (options.signal.aborted) listener.end()
      },
      cancel: () => listener?.detach(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: PENDING_MAX_BYTES }),
  )
}

type Controller = ReadableStreamDefaultController<Uint8Array>

type Listener = { end(): void; detach(): void }

function attach(feed: Feed, controller: Controller, options: Options): Listener {
  const waiting: Told[] = []
  let isReplaying = true
  let isOpen = true
  let last = 0

  function write(bytes: Uint8Array): void {
    if (!isOpen) return
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) <= 0) end()
  }
  function send(told: readonly Told[]): void {
    const frames = told.filter((item) => item.seq > last && isWanted(options, item)).map(({ frame }) => frame)
    last = Math.max(last, told.at(-1)?.seq ?? 0)
    if (frames.length > 0) write(Buffer.concat(frames))
  }
  function hear({ told }: Change): void {
    if (isReplaying) waiting.push(...told)
    else send(told)
  }
  function detach(): void {
    isOpen = false
    subscription[Symbol.dispose]()
    clearInterval(heartbeat)
    // The signal may live as long as the process does.
    options.signal.removeEventListener('abort', end)
  }
  function end(): void {
    if (!isOpen) return
    detach()
    controller.close()
  }

  async function begin(): Promise<void> {
    await feed.refresh()
    const now = feed.standing()?.lastSeq ?? 0
    last = await startingPoint(feed, options.after, now)
    write(Buffer.from(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n${greeting(options.after, last, now)}`))
    while (isOpen && last < now) {
      const part = await feed.readAfter(last, { token: options.token, limit: REPLAY_PART })
      send(part.filter(({ seq }) => seq <= now))
      if (part.length < REPLAY_PART) last = now
    }
    isReplaying = false
    send(waiting.splice(0))
  }

  const subscription = feed.subscribe(hear)
  const heartbeat = setInterval(() => write(HEARTBEAT), HEARTBEAT_MS)
  options.signal.addEventListener('abort', end)
  begin().catch(end)
  return { end, detach }
}

/** Where to continue; a number that is not kept any more, or was never given out, starts over at the present. */
async function startingPoint(feed: Feed, after: number | undefined, now: number): Promise<number> {
  if (after === undefined || after > now) return now
  return after + 1 < (await feed.oldest()) ? now : after
}

/** The first event says where the stream begins, or that events were missed and everything must be read anew. */
function greeting(after: number | undefined, start: number, now: number): string {
  const isComplete = after === undefined || start === after
  return `id: ${start}\nevent: ${isComplete ? 'ready' : 'reset'}\ndata: ${JSON.stringify({ seq: start, lastSeq: now })}\n\n`
}
