import { ApiError } from '#core/ApiError.ts'

const encoder = new TextEncoder()
const HEARTBEAT_MS = 15_000
const HEARTBEAT = encoder.encode(': heartbeat\n\n')

type Streaming = {
  /** A failure in the form of the protocol. */
  failure(error: unknown): unknown
  /** Counts the stream, or refuses it; calls `end` with the reason when it must stop. */
  admit(end: (reason: string) => void): Disposable
  /** Aborts the source of the events. */
  stop(): void
  heartbeatMs?: number
}

/**
 * Server-sent events of a protocol, each with the number to resume after. A failure before the first event is thrown, so
 * that the response can carry its status; a later one is the last event.
 */
export async function eventStream(events: AsyncGenerator<unknown>, streaming: Streaming): Promise<Response> {
  const over = Promise.withResolvers<{ reason: string }>()
  const admitted = streaming.admit((reason) => over.resolve({ reason }))
  const leave = () => {
    admitted[Symbol.dispose]()
    streaming.stop()
    void events.return(undefined).catch(() => {})
  }
  try {
    const first = await events.next()
    const body = bodyOf({ first, events, over: over.promise, leave }, streaming)
    return new Response(body, { headers: HEADERS })
  } catch (error) {
    leave()
    throw error
  }
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

type Source = {
  first: IteratorResult<unknown>
  events: AsyncGenerator<unknown>
  over: Promise<{ reason: string }>
  leave(): void
}

function bodyOf(
  { first, events, over, leave }: Source,
  { failure, heartbeatMs = HEARTBEAT_MS }: Streaming,
): ReadableStream<Uint8Array> {
  let pending: Promise<IteratorResult<unknown>> | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (!first.done) return controller.enqueue(frame(first.value))
      leave()
      controller.close()
    },
    async pull(controller) {
      pending ??= events.next()
      const next = await within(heartbeatMs, Promise.race([pending, over])).catch((error: unknown) => ({ error }))
      if (next === 'late') return controller.enqueue(HEARTBEAT)
      pending = undefined
      if ('value' in next && !next.done) return controller.enqueue(frame(next.value))
      if ('error' in next) controller.enqueue(frame(failure(next.error)))
      if ('reason' in next) controller.enqueue(frame(failure(endOf(next.reason))))
      leave()
      controller.close()
    },
    cancel: leave,
  })
}

/** The value, or `late` after this time. */
async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | 'late'> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(late.resolve, milliseconds, 'late')
  try {
    return await Promise.race([value, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function endOf(reason: string): ApiError {
  const isScope = reason === 'permission_denied'
  const lost = isScope ? 'its credential lost the scope box:write' : 'its credential is no longer valid'
  return new ApiError(isScope ? 'permission_denied' : 'unauthenticated', `The stream ends: ${lost}.`)
}

function frame(value: unknown): Uint8Array {
  const seq = seqOf(value)
  return encoder.encode(`${seq === undefined ? '' : `id: ${seq}\n`}data: ${JSON.stringify(value)}\n\n`)
}

type Numbered = { result?: Numbered; statusUpdate?: Numbered; artifactUpdate?: Numbered; metadata?: { seq?: number } }

/** In version 0.3 the event itself carries the metadata. */
function seqOf(value: unknown): number | undefined {
  const event = ((value as Numbered)?.result ?? value) as Numbered
  return (event?.statusUpdate ?? event?.artifactUpdate ?? event)?.metadata?.seq
}
