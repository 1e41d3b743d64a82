import { ApiError } from '#core/ApiError.ts'

const encoder = new TextEncoder()

type Streaming = {
  /** A failure in the form of the protocol. */
  failure(error: unknown): unknown
  /** Counts the stream, or refuses it; calls `end` with the reason when it must stop. */
  admit(end: (reason: string) => void): Disposable
  /** Aborts the source of the events. */
  stop(): void
}

/** Server-sent events of a protocol, each with the number to resume after; a failure is the last event. */
export async function eventStream(events: AsyncGenerator<unknown>, streaming: Streaming): Promise<Response> {
  const { failure, stop } = streaming
  const over = Promise.withResolvers<{ reason: string }>()
  const admitted = streaming.admit((reason) => over.resolve({ reason }))
  const leave = () => {
    admitted[Symbol.dispose]()
    stop()
    void events.return(undefined).catch(() => {})
  }
  const first = await events.next().catch((error: unknown) => ({ done: true as const, failed: failure(error) }))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if ('failed' in first) controller.enqueue(frame(first.failed))
      else if (!first.done) controller.enqueue(frame(first.value))
      if (!first.done) return
      leave()
      controller.close()
    },
    async pull(controller) {
      const next = await Promise.race([events.next(), over.promise]).catch((error: unknown) => ({ error }))
      if ('value' in next && !next.done) return controller.enqueue(frame(next.value))
      if ('error' in next) controller.enqueue(frame(failure(next.error)))
      if ('reason' in next) controller.enqueue(frame(failure(endOf(next.reason))))
      leave()
      controller.close()
    },
    cancel: leave,
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  })
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

function seqOf(value: unknown): number | undefined {
  const event = ((value as Numbered)?.result ?? value) as Numbered
  return (event?.statusUpdate ?? event?.artifactUpdate)?.metadata?.seq
}
