import { useSyncExternalStore } from 'react'
import { drawnAt } from '../api/siteData.ts'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  if (document.hidden) return
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The present, once a second, for everything on the page that counts time. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now, drawnAt)
}
