import { type NumberedEvent, numberedEvent } from '#live/numbered.ts'
import type { Source } from '#live/Source.ts'

export type RoomSource = Source<number, NumberedEvent> & {
  /** Commits events; readers hear of those of one call together. */
  add(...bodies: unknown[]): void
  /** Forgets events up to this one. */
  forget(seq: number): void
  listeners: number
}

/** A room in memory, with the promises that a table keeps. */
export function createRoomSource(): RoomSource {
  let events: NumberedEvent[] = []
  let lastSeq = 0
  let kept = 0
  const listeners = new Set<(events: readonly NumberedEvent[]) => void>()
  return {
    lastSeq: () => lastSeq,
    oldest: () => kept,
    readAfter: async (position, limit) => events.filter(({ seq }) => seq > position).slice(0, limit),
    subscribe(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    refresh: async () => {},
    add(...bodies) {
      const added = bodies.map((body) => numberedEvent(++lastSeq, 'message', JSON.stringify(body)))
      events.push(...added)
      for (const listener of listeners) listener(added)
    },
    forget(seq) {
      kept = seq
      events = events.filter((event) => event.seq > seq)
    },
    get listeners() {
      return listeners.size
    },
  }
}
