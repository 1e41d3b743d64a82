import type { Context } from '#arena/Context.ts'
import type { RoomEvent } from '#arena/live/RoomEvent.ts'
import { readAfter, readBefore } from '#arena/store/entries.ts'
import type { EntryRow, RoomRow } from '#arena/store/tables.ts'
import { invalidField } from '#core/ApiError.ts'
import * as Cursor from '#core/Cursor.ts'
import { numbered } from '#live/numbered.ts'
import type { Positions } from '#live/Source.ts'
import { waitForEvents } from '#live/waitForEvents.ts'

export type Query = {
  limit: number
  cursor?: string | undefined
  after?: number | undefined
  before?: number | undefined
  waitSeconds?: number | undefined
  signal(): AbortSignal
}

export type Page = {
  entries: EntryRow[]
  /** The page of newer entries; null at the newest. */
  nextCursor: string | null
  /** The page of older entries; null at the oldest. */
  previousCursor: string | null
  lastSeq: number
}

type Position = { direction: 'after' | 'before'; seq: number }

/** One page of a room's history, oldest entry first, in either direction from a position. */
export async function readMessages(context: Context, room: RoomRow, query: Query): Promise<Page> {
  const position = positionOf(room, query)
  if (position.direction === 'before') {
    const rows = await readBefore(context.store, room.id, { seq: position.seq, limit: query.limit })
    return pageOf(room, rows, Math.max(room.seq, rows.at(-1)?.seq ?? 0))
  }
  const read = () => readAfter(context.store, room.id, { seq: position.seq, limit: query.limit })
  const rows = await read()
  if (rows.length > 0 || !query.waitSeconds) return pageOf(room, rows, Math.max(room.seq, rows.at(-1)?.seq ?? 0))
  const lastSeq = await waitFor(
    context,
    { roomId: room.id, seq: position.seq, waitSeconds: query.waitSeconds },
    query.signal(),
  )
  const fresh = lastSeq > position.seq ? await read() : []
  return pageOf(room, fresh, Math.max(lastSeq, fresh.at(-1)?.seq ?? 0))
}

type Waiting = { roomId: string; seq: number; waitSeconds: number }

/** The number of the newest entry, once one follows `seq` or the time is over. */
async function waitFor(context: Context, { roomId, seq, waitSeconds }: Waiting, signal: AbortSignal): Promise<number> {
  const reading = { source: context.feed.source(roomId), positions: numbered as Positions<number, RoomEvent> }
  const batch = await waitForEvents(reading, { start: { after: seq }, waitMs: waitSeconds * 1000, signal })
  return batch.position
}

function positionOf(room: RoomRow, { cursor, after, before }: Query): Position {
  if ([cursor, after, before].filter((one) => one !== undefined).length > 1)
    throw invalidField('cursor', 'cannot be combined with after or before; send one of the three')
  if (after !== undefined) return { direction: 'after', seq: after }
  if (before !== undefined) return { direction: 'before', seq: before }
  if (cursor === undefined) return { direction: 'after', seq: 0 }
  const [direction, seq] = Cursor.decode(scopeOf(room), cursor, /^(after|before) [0-9]{1,15}$/)
  return { direction: direction as Position['direction'], seq: Number(seq) }
}

function pageOf(room: RoomRow, entries: EntryRow[], lastSeq: number): Page {
  const [first, last] = [entries[0], entries.at(-1)]
  const cursor = (direction: Position['direction'], seq: number) =>
    Cursor.encode(scopeOf(room), [direction, String(seq)])
  return {
    entries,
    nextCursor: last && last.seq < lastSeq ? cursor('after', last.seq) : null,
    previousCursor: first && first.seq > 1 ? cursor('before', first.seq) : null,
    lastSeq,
  }
}

function scopeOf({ id }: RoomRow): string {
  return `messages ${id}`
}
