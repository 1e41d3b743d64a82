import type { EventTypeName } from './eventTypes.ts'

/** An event before it is matched with rules. */
export type Happening = {
  type: EventTypeName
  /** Milliseconds since 1970. */
  at: number
  /** Null if it is not an event of the chain. */
  block: number | null
  /** The developers who may receive it; undefined if it is public. */
  owners?: readonly string[] | undefined
  /** The values that filters compare for equality. */
  fields: Readonly<Record<string, string>>
  /** The amount that a filter compares with its limit; with `before`, its move. */
  value?: bigint
  before?: bigint
  /** The number of rule actions that led to it. */
  hops: number
  /** Sent to the receiver. */
  data: Readonly<Record<string, unknown>>
}
