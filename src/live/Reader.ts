import type { LiveEvent, Positions, Source } from './Source.ts'
import type { Writer } from './Writer.ts'

export type Reading<Position, Event extends LiveEvent> = {
  source: Source<Position, Event>
  positions: Positions<Position, Event>
  /** Which events the reader asked for; all without it. */
  isWanted?: ((event: Event) => boolean) | undefined
}

/** A reader's place among the events, and what it is sent. */
export type Reader<Position, Event> = {
  hear(events: readonly Event[]): void
  send(events: readonly Event[]): void
  position: Position | undefined
  /** From here on events are sent as they are heard, after those heard so far. */
  goLive(): void
}

export function createReader<Position, Event extends LiveEvent>(
  { positions, isWanted }: Reading<Position, Event>,
  writer: Writer,
): Reader<Position, Event> {
  let waiting: Event[] | undefined = []

  /** Moves on to the event; its frame, unless the reader has it already or did not ask for it. */
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

/** The frames of events that come together, put together once for all who get all of them. */
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
