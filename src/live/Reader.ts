import type { LiveEvent, Positions, Source } from './Source.ts'
import type { Writer } from './Writer.ts'

export type Reading<Position, Event extends LiveEvent> = {
  source: Source<Position, Event>
  positions: Positions<Position, Event>
  /** Filters the events. Default: all */
  isWanted?: ((event: Event) => boolean) | undefined
}

/** One reader: its position and its frames. */
export type Reader<Position, Event> = {
  hear(events: readonly Event[]): void
  send(events: readonly Event[]): void
  position: Position | undefined
  /** Sends the events received so far, and from here on each event as it arrives. */
  goLive(): void
}

export function createReader<Position, Event extends LiveEvent>(
  { positions, isWanted }: Reading<Position, Event>,
  writer: Writer,
): Reader<Position, Event> {
  let waiting: Event[] | undefined = []

  /** Advances to the event; its frame, unless the reader has it already or filters it out. */
  function frameOf(event: Event): Uint8Array | undefined {
    const from = reader.position as Position
    const next = positions.after(from, event)
    if (positions.compare(next, from) <= 0) return undefined
    reader.position = next
    if (isWanted && !isWanted(event)) return undefined
    return positions.frame?.(event, next) ?? event.frame
  }

  const reader: Reader<Position, Event> = {
    position: undefined,
    hear(events) {
      if (waiting) waiting.push(...events)
      else reader.send(events)
    },
    send(events) {
      const frames = events.map(frameOf).filter((frame) => frame !== undefined)
      const isShared = frames.length === events.length && !positions.frame
      if (frames.length > 0) writer.write(isShared ? joined(events) : concat(frames))
    },
    goLive() {
      const heard = waiting ?? []
      waiting = undefined
      reader.send(heard)
    },
  }
  return reader
}

const shared = new WeakMap<readonly LiveEvent[], Uint8Array>()

/** The concatenated frames of a batch, built once for all readers of the whole batch. */
function joined(events: readonly LiveEvent[]): Uint8Array {
  const known = shared.get(events)
  if (known) return known
  const bytes = concat(events.map(({ frame }) => frame))
  shared.set(events, bytes)
  return bytes
}

function concat(frames: readonly Uint8Array[]): Uint8Array {
  const [only] = frames
  return frames.length === 1 && only ? only : Buffer.concat(frames)
}
