export type StreamState = 'connecting' | 'live' | 'lost'
export type StreamEvent = { kind: string; data: unknown }
type Listener = {
  onEvent(event: StreamEvent): void
  onState(state: StreamState): void
}

/** The starting point, and the reader. */
export type Start = { after?: string | undefined; headers?: Record<string, string> }

/** The service sends a heartbeat every 15 seconds; a stream without one for this long is lost. */
const SILENCE_MS = 40_000
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 15_000

/**
 * Follows server-sent events by fetch while the tab is visible; a hidden tab holds no connection. Returns how to stop.
 * Without a starting point it begins at the present and sends `ready`; earlier events are not sent.
 */
export function followEvents(url: string, listener: Listener, start: Start = {}): () => void {
  const stopping = new AbortController()
  void follow({ url, ...start }, listener, stopping.signal)
  return () => stopping.abort()
}

type Followed = Start & { url: string }

async function follow({ url, after, headers = {} }: Followed, listener: Listener, stop: AbortSignal): Promise<void> {
  let last = after
  let retryMs = RETRY_FIRST_MS
  listener.onState('connecting')
  while (!stop.aborted) {
    await visible(stop)
    await hear({ url, after: last, headers }, stop, (frame) => {
      const isBeginning = last === undefined
      retryMs = RETRY_FIRST_MS
      listener.onState('live')
      last = frame.id ?? last
      if (frame.kind !== 'ready' || isBeginning) listener.onEvent({ kind: frame.kind, data: JSON.parse(frame.data) })
    })
    if (stop.aborted || document.hidden) continue
    listener.onState('lost')
    await pause(retryMs * (0.7 + Math.random() * 0.6), stop)
    retryMs = Math.min(RETRY_MAX_MS, retryMs * 2)
  }
}

/** One connection, until it ends; the caller reconnects. */
async function hear(followed: Followed, stop: AbortSignal, onFrame: (frame: Frame) => void): Promise<void> {
  const cut = cutOff()
  try {
    for await (const frame of frames(followed, cut.or(stop))) onFrame(frame)
  } catch {
    // The state shows that the stream is lost.
  } finally {
    cut.forget()
  }
}

type Frame = { id?: string; kind: string; data: string }

async function* frames({ url, after, headers: own }: Followed, stop: AbortSignal): AsyncGenerator<Frame> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const headers = { accept: 'text/event-stream', ...own, ...(after !== undefined && { 'last-event-id': after }) }
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

/** The fields of a frame; undefined for comments and retry hints. */
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

/** Ends a connection when the tab is hidden or the network goes; `forget` when it ended by itself. */
function cutOff(): { or(stop: AbortSignal): AbortSignal; forget(): void } {
  const cut = new AbortController()
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', () => document.hidden && cut.abort(), { signal })
  window.addEventListener('offline', () => cut.abort(), { signal })
  return { or: (stop) => AbortSignal.any([stop, cut.signal]), forget: () => listening.abort() }
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

/** Waits, or returns early once the network is back. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => {
    clearTimeout(timer)
    stop.removeEventListener('abort', done)
    window.removeEventListener('online', done)
    resolve()
  }
  const timer = setTimeout(done, ms)
  stop.addEventListener('abort', done)
  window.addEventListener('online', done)
  return promise
}
