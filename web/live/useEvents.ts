import { startTransition, useEffect, useRef, useState } from 'react'
import { followEvents, type Start, type StreamEvent, type StreamState } from './eventStream.ts'

/** Events are handed over together, so that a busy stream redraws a page at most four times a second, and in slices. */
const BATCH_MS = 250
/** After a pause that misses more than this, everything is read again. */
const WAITING_MAX = 2_000

type Options = {
  url: string | undefined
  isPaused: boolean
  onEvents(events: StreamEvent[]): void
  /** The position to start after, read when the stream is opened. Default: the present. */
  start?: () => Start
  /** The account that reads; the stream is opened again for another one. */
  reader?: string | undefined
}

/** Follows a stream of events; while paused they wait, and come all at once afterwards. */
export function useEvents({ url, isPaused, onEvents, start, reader }: Options): StreamState {
  const [state, setState] = useState<StreamState>('connecting')
  const waiting = useRef<StreamEvent[]>([])
  const handle = useRef(onEvents)
  handle.current = onEvents
  const begin = useRef(start)
  begin.current = start
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reader opens another stream
  useEffect(() => {
    if (url === undefined) return
    const onEvent = (event: StreamEvent) => keep(waiting.current, event)
    return followEvents(url, { onEvent, onState: setState }, begin.current?.())
  }, [url, reader])
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => {
      if (waiting.current.length > 0) startTransition(() => handle.current(waiting.current.splice(0)))
    }, BATCH_MS)
    return () => clearInterval(timer)
  }, [isPaused])
  return state
}

function keep(waiting: StreamEvent[], event: StreamEvent): void {
  if (waiting.length >= WAITING_MAX) waiting.splice(0, waiting.length, { kind: 'reset', data: null })
  else waiting.push(event)
}
