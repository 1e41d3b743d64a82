import type { Kysely } from 'kysely'

/** An event that rules can match and that has no numbered list of its own. */
export type Announcement = {
  /** The type of event, such as `key.expiring`. */
  type: string
  /** Milliseconds since 1970. */
  at: number
  /** The developers who may receive it; undefined if it is public. */
  owners: readonly string[] | undefined
  /** The values that filters compare. */
  fields: Readonly<Record<string, string>>
  /** Sent to the receiver. */
  data: Readonly<Record<string, unknown>>
}

/** Writes announcements in the transaction of the change that they report. */
export type Announce = <Tables>(tx: Kysely<Tables>, announcements: readonly Announcement[]) => Promise<void>
