import { continuing, type Start } from './openStream.ts'
import type { Reading } from './Reader.ts'
import type { LiveEvent } from './Source.ts'

type Options<Position> = { start: Start<Position>; waitMs: number; signal: AbortSignal }

export type Batch<Position, Event> = {
  events: readonly Event[]
  /** The next value of `after`. */
  position: Position
  /** Events were missed: the client must reload. */
  reset: boolean
}

const LIMIT = 500

/** The events after a position; waits for the first one if there is none. */
export async function waitForEvents<Position, Event extends LiveEvent>(
  reading: Reading<Position, Event>,
  { start, waitMs, signal }: Options<Position>,
): Promise<Batch<Position, Event>> {
  const { source, isWanted = () => true } = reading
  // Subscribed before the tables are read, so that no event is missed.
  using heard = listen(reading)
  await source.refresh()
  const now = source.lastSeq()
  const from = await continuing(reading, start, now)
  if (from === undefined) return { events: [], position: now, reset: true }
  const missed = await source.readAfter(from, LIMIT)
  const found = missed.filter(isWanted)
  const position = reach(reading, missed.length < LIMIT ? now : from, missed)
  if (found.length > 0 || missed.length >= LIMIT) return { events: found, position, reset: false }
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  return { ...(await heard.next(over, position)), reset: false }
}

type Next<Position, Event> = { events: Event[]; position: Position }
type Heard<Position, Event> = Disposable & { next(over: AbortSignal, from: Position): Promise<Next<Position, Event>> }

function listen<Position, Event extends LiveEvent>(reading: Reading<Position, Event>): Heard<Position, Event> {
  const { source, positions, isWanted = () => true } = reading
  const heard: Event[] = []
  const woken = Promise.withResolvers<void>()
  let from: Position | undefined
  const isNew = (event: Event, than: Position) => positions.compare(positions.after(than, event), than) > 0
  const wake = () => {
    const start = from
    if (start !== undefined && heard.some((event) => isWanted(event) && isNew(event, start))) woken.resolve()
  }
  const subscription = source.subscribe((events) => {
    heard.push(...events)
    wake()
  })
  return {
    async next(over, position) {
      from = position
      over.addEventListener('abort', () => woken.resolve(), { once: true })
      wake()
      if (!over.aborted) await woken.promise
      const events = heard.filter((event) => isWanted(event) && isNew(event, position))
      return { events, position: reach(reading, position, heard) }
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

/** The position of a reader that has all of the events. */
function reach<Position, Event extends LiveEvent>(
  { positions }: Reading<Position, Event>,
  from: Position,
  events: readonly Event[],
): Position {
  return events.reduce((position, event) => positions.after(position, event), from)
}
