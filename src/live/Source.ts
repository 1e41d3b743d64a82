/** One event as readers get it: serialised once, however many read it. */
export type LiveEvent = {
  kind: string
  /** The data, as JSON text. */
  body: string
  /** The event as a frame of an event stream; with its `id`, unless the position type writes that itself. */
  frame: Uint8Array
}

/** Events in order, for many readers; the tables behind it are the truth, and `subscribe` only hastens it. */
export type Source<Position, Event extends LiveEvent> = {
  /** Where the newest event stands, as of the last look. */
  lastSeq(): Position
  /** The earliest position after which nothing is missing. */
  oldest(): Position | Promise<Position>
  /** Events after a position, oldest first; fewer than `limit` only when there are no more. */
  readAfter(position: Position, limit: number): Promise<readonly Event[]>
  /** Hears of events as they are committed, in order and together where they come together. */
  subscribe(listener: (events: readonly Event[]) => void): Disposable
  /** Looks now, so that what was committed before the call is known after it. */
  refresh(): Promise<void>
}

/** What a position in a source is: a number, or something opaque over several of them. */
export type Positions<Position, Event extends LiveEvent> = {
  /** The position behind a text that was given out; undefined for any other text. */
  parse(text: string): Position | undefined
  format(position: Position): string
  /** Positive when `one` has something that `other` has not, negative or zero otherwise. */
  compare(one: Position, other: Position): number
  /** Where a reader at `position` stands once it has the event. */
  after(position: Position, event: Event): Position
  /** The frame for a reader whom the event brings to `position`; without this the event's own. */
  frame?(event: Event, position: Position): Uint8Array
  /** What a caller must send, for a refusal: "the number of an event". */
  described: string
}
