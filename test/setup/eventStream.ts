export type Frame = { id: number; event: string; data: Record<string, unknown> }

export type EventStream = AsyncDisposable & {
  frames: Frame[]
  /** The first frame, past or to come, that fits. */
  until(fits: (frame: Frame) => boolean, timeoutMs?: number): Promise<Frame>
  /** Settles when the stream ends. */
  ended: Promise<void>
}

/** Reads server-sent events as a browser would, without reconnecting. */
export function readEvents(response: Response): EventStream {
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const reader = response.body!.getReader()
  const ended = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      frames.push(...parts.flatMap(parse))
      for (const wake of waiting) wake()
    }
  })().catch(() => {})
  return {
    frames,
    ended,
    async until(fits, timeoutMs = 300_000) {
      const deadline = performance.now() + timeoutMs
      for (;;) {
        const found = frames.find(fits)
        if (found) return found
        const left = deadline - performance.now()
        if (left <= 0) throw new Error(`no such event among ${JSON.stringify(frames.map(({ event }) => event))}`)
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
          setTimeout(resolve, Math.min(left, 50))
        })
      }
    },
    [Symbol.asyncDispose]: () => reader.cancel(),
  }
}

function parse(block: string): Frame[] {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const event = fields.get('event')
  if (event === undefined) return []
  return [{ id: Number(fields.get('id')), event, data: JSON.parse(fields.get('data') ?? 'null') }]
}
