/** One event, serialised once for all readers. */
export type LiveEvent = {
  kind: string
  /** The data, as JSON text. */
  body: string
  /** The event as a frame of an event stream, with its `id` unless `Positions.frame` writes it. */
  frame: Uint8Array
}

/** Events in order, for many readers. The tables are authoritative; `subscribe` only shortens the wait. */
export type Source<Position, Event extends LiveEvent> = {
  /** The position of the newest event at the last read. */
  lastSeq(): Position
  /** The earliest position after which no event was deleted. */
  oldest(): Position | Promise<Position>
  /** Events after a position, oldest first; fewer than `limit` only at the end. */
  readAfter(position: Position, limit: number): Promise<readonly Event[]>
  /** Calls `listener` with committed events in order, in batches. */
  subscribe(listener: (events: readonly Event[]) => void): Disposable
  /** Reads now: everything committed before the call is known after it. */
  refresh(): Promise<void>
}

/** The positions of a source: numbers, or opaque values over several lists. */
export type Positions<Position, Event extends LiveEvent> = {
  /** The position that a text encodes; undefined for a text that `format` never returned. */
  parse(text: string): Position | undefined
  format(position: Position): string
  /** Positive when `one` is beyond `other` anywhere, negative or zero otherwise. */
  compare(one: Position, other: Position): number
  after(position: Position, event: Event): Position
  /** The frame for a reader that the event takes to `position`. Default: the event's own frame */
  frame?(event: Event, position: Position): Uint8Array
  /** Whether the text is a position in the history of another database incarnation. */
  isOther?(text: string): boolean
  /** For error messages: "the number of an event". */
  described: string
}
