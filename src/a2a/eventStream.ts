const encoder = new TextEncoder()

/** Server-sent events of a protocol, each with the number that a reader continues after; a failure is the last of them. */
export async function eventStream(
  events: AsyncGenerator<unknown>,
  failure: (error: unknown) => unknown,
): Promise<Response> {
  const first = await events.next().catch((error: unknown) => ({ done: true as const, failed: failure(error) }))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if ('failed' in first) controller.enqueue(frame(first.failed))
      else if (!first.done) controller.enqueue(frame(first.value))
      if (first.done) controller.close()
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next()
        if (done) controller.close()
        else controller.enqueue(frame(value))
      } catch (error) {
        controller.enqueue(frame(failure(error)))
        controller.close()
      }
    },
    async cancel() {
      await events.return(undefined)
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  })
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
