import { useEffect, useRef, useState } from 'react'
import { followEvents, type StreamEvent, type StreamState } from './eventStream.ts'

/** Events are handed over together, so that a busy stream redraws a page at most four times a second. */
const BATCH_MS = 250
/** A pause that misses more than this ends with reading everything again. */
const WAITING_MAX = 2_000

type Options = { url: string | undefined; isPaused: boolean; onEvents(events: StreamEvent[]): void }

/** Follows a stream of events; while paused they wait, and come all at once afterwards. */
export function useEvents({ url, isPaused, onEvents }: Options): StreamState {
  const [state, setState] = useState<StreamState>('connecting')
  const waiting = useRef<StreamEvent[]>([])
  const handle = useRef(onEvents)
  handle.current = onEvents
  useEffect(() => {
    if (url === undefined) return
    return followEvents(url, { onEvent: (event) => keep(waiting.current, event), onState: setState })
  }, [url])
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => {
      if (waiting.current.length > 0) handle.current(waiting.current.splice(0))
    }, BATCH_MS)
    return () => clearInterval(timer)
  }, [isPaused])
  return state
}

function keep(waiting: StreamEvent[], event: StreamEvent): void {
  if (waiting.length >= WAITING_MAX) waiting.splice(0, waiting.length, { kind: 'reset', data: null })
  else waiting.push(event)
}
