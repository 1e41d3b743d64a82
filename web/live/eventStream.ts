export type StreamState = 'connecting' | 'live' | 'lost'
export type StreamEvent = { kind: string; data: unknown }
type Listener = {
  onEvent(event: StreamEvent): void
  onState(state: StreamState): void
}

/** The service says it is still there every 15 seconds; one that says nothing for longer is gone. */
const SILENCE_MS = 40_000
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 15_000

/** Follows server-sent events by fetch while the tab is visible; a hidden tab holds no connection. Returns how to stop. */
export function followEvents(url: string, listener: Listener): () => void {
  const stopping = new AbortController()
  void follow(url, listener, stopping.signal)
  return () => stopping.abort()
}

async function follow(url: string, listener: Listener, stop: AbortSignal): Promise<void> {
  let last: string | undefined
  let retryMs = RETRY_FIRST_MS
  listener.onState('connecting')
  while (!stop.aborted) {
    await visible(stop)
    const ended = AbortSignal.any([stop, hidden()])
    try {
      for await (const frame of frames(url, last, ended)) {
        retryMs = RETRY_FIRST_MS
        listener.onState('live')
        last = frame.id ?? last
        if (frame.kind !== 'ready') listener.onEvent({ kind: frame.kind, data: JSON.parse(frame.data) })
      }
    } catch {
      // A lost connection is shown, and tried again.
    }
    if (stop.aborted || document.hidden) continue
    listener.onState('lost')
    await pause(retryMs * (0.7 + Math.random() * 0.6), stop)
    retryMs = Math.min(RETRY_MAX_MS, retryMs * 2)
  }
}

type Frame = { id?: string; kind: string; data: string }

async function* frames(url: string, last: string | undefined, stop: AbortSignal): AsyncGenerator<Frame> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
  try {
    const response = await fetch(url, { headers, cache: 'no-store', signal: AbortSignal.any([stop, silence.signal]) })
    if (!response.ok || !response.body) throw new Error(String(response.status))
    let rest = ''
    for await (const text of chunks(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      yield* parts.flatMap(parse)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true })
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** A frame as its fields say; comments and hints about retrying are none. */
export function parse(text: string): Frame[] {
  const fields = new Map(
    text.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return at < 1 ? ['', ''] : [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const id = fields.get('id')
  const kind = fields.get('event')
  if (kind === undefined) return []
  return [{ kind, data: fields.get('data') ?? 'null', ...(id !== undefined && { id }) }]
}

function visible(stop: AbortSignal): Promise<void> {
  return document.hidden ? once(() => !document.hidden, stop) : Promise.resolve()
}

function hidden(): AbortSignal {
  const controller = new AbortController()
  const check = () => {
    if (!document.hidden) return
    document.removeEventListener('visibilitychange', check)
    controller.abort()
  }
  document.addEventListener('visibilitychange', check)
  return controller.signal
}

function once(condition: () => boolean, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (!condition() && !stop.aborted) return
    document.removeEventListener('visibilitychange', check)
    resolve()
  }
  document.addEventListener('visibilitychange', check)
  stop.addEventListener('abort', check)
  return promise
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  stop.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
