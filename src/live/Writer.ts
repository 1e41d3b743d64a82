/** One reader's end of an event stream. */
export type Writer = {
  body: ReadableStream<Uint8Array>
  write(bytes: Uint8Array): void
  isOpen(): boolean
  /** Queues `event: end` with the reason as the last frame, and closes. */
  end(reason: string): void
}

/** A reader with more than this unread is disconnected; it can resume with the number of its last event. */
const PENDING_MAX_BYTES = 256 * 1024

/** Joins the writes of one turn of the event loop: a socket call costs more than its bytes. */
export function createWriter(closed: () => void): Writer {
  const { readable, controller } = openReadable(close)
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let isOpen = true

  function close(): void {
    if (!isOpen) return
    isOpen = false
    waiting.delete(flush)
    closed()
  }
  function flush(): void {
    if (pending.length === 0) return
    const [only] = pending
    controller.enqueue(pending.length === 1 && only ? only : Buffer.concat(pending))
    pending = []
    pendingBytes = 0
    if ((controller.desiredSize ?? 0) <= 0) end('slow')
  }
  function end(reason: string): void {
    if (!isOpen) return
    close()
    pending.push(Buffer.from(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`))
    controller.enqueue(Buffer.concat(pending))
    controller.close()
  }
  return {
    body: readable,
    isOpen: () => isOpen,
    write(bytes) {
      if (!isOpen) return
      pending.push(bytes)
      pendingBytes += bytes.length
      if (pendingBytes >= (controller.desiredSize ?? 0)) flush()
      else if (pending.length === 1) flushSoon(flush)
    },
    end,
  }
}

type OpenReadable = { readable: ReadableStream<Uint8Array>; controller: ReadableStreamDefaultController<Uint8Array> }

function openReadable(cancel: () => void): OpenReadable {
  let controller: OpenReadable['controller'] | undefined
  const readable = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      cancel,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: PENDING_MAX_BYTES }),
  )
  return { readable, controller: controller as OpenReadable['controller'] }
}

const waiting = new Set<() => void>()

/** The next flush waits until then, and includes the writes up to then. */
let restsUntil = 0
const REST_MAX_MS = 50

function flushSoon(flush: () => void): void {
  if (waiting.size === 0) wakeUp()
  waiting.add(flush)
}

/** After a flush the next one waits as long as it took, which leaves half of the time to everything else. */
function wakeUp(): void {
  const restMs = restsUntil - performance.now()
  if (restMs >= 1) setTimeout(flushAll, restMs)
  else setImmediate(flushAll)
}

function flushAll(): void {
  const startedAt = performance.now()
  const flushes = [...waiting]
  waiting.clear()
  for (const flush of flushes) flush()
  // The sockets are written by the next turn of the event loop.
  setImmediate(restAfter, startedAt)
}

function restAfter(startedAt: number): void {
  const now = performance.now()
  restsUntil = now + Math.min(now - startedAt, REST_MAX_MS)
}
