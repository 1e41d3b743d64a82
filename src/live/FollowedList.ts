import { type SingleFlight, singleFlight } from '#core/singleFlight.ts'

/** One numbered list that has readers in this process. */
export type FollowedList<Event> = {
  id: string
  listeners: Set<Listener<Event>>
  /** The number of the last event delivered or pending; undefined until the list was read. */
  lastSeq: number | undefined
  isGone: boolean
  reading: SingleFlight
  pending: Event[]
  deliveredAt: number
  timer: NodeJS.Timeout | undefined
}

export type Listener<Event> = (events: readonly Event[]) => void

export function create<Event>(id: string, read: (list: FollowedList<Event>) => Promise<void>): FollowedList<Event> {
  const list: FollowedList<Event> = {
    id,
    listeners: new Set(),
    lastSeq: undefined,
    isGone: false,
    reading: singleFlight(() => read(list)),
    pending: [],
    deliveredAt: 0,
    timer: undefined,
  }
  return list
}

/** Reads the list once more, after a read that is under way. */
export function readOn<Event>(list: FollowedList<Event>): void {
  list.reading.run().catch(() => {})
}

type Delivery<Row, Event> = { toEvent(row: Row): Event; coalesceMs?: number }

/** Delivers the rows that follow the last one; reads the list where rows are missing in between. */
export function take<Row extends { seq: number }, Event>(
  list: FollowedList<Event>,
  rows: readonly Row[],
  { toEvent, coalesceMs = 0 }: Delivery<Row, Event>,
): void {
  const last = list.lastSeq
  const fresh = rows.filter(({ seq }) => last === undefined || seq > last)
  const [first] = fresh
  if (!first) return
  if (last === undefined || first.seq !== last + 1) {
    readOn(list)
    return
  }
  list.lastSeq = fresh.at(-1)?.seq ?? last
  list.pending.push(...fresh.map(toEvent))
  if (list.timer !== undefined) return
  const waitMs = list.deliveredAt + coalesceMs - performance.now()
  if (waitMs <= 0) deliver(list)
  else list.timer = setTimeout(deliver, waitMs, list)
}

function deliver<Event>(list: FollowedList<Event>): void {
  list.timer = undefined
  list.deliveredAt = performance.now()
  const events = list.pending
  list.pending = []
  for (const listener of list.listeners) listener(events)
}
