import { readNew } from '#arena/store/entries.ts'
import { readLastSeqs } from '#arena/store/rooms.ts'
import type { EntryRow, Tables } from '#arena/store/tables.ts'
import type { Database } from '#database/Database.ts'
import { createRowFeed, type RowFeed } from '#live/createRowFeed.ts'
import { type RoomEvent, toEvent } from './RoomEvent.ts'

/** Notified after every commit of entries, by any replica. */
export const ROOM_CHANNEL = 'arena'

/** The entries of the rooms that are followed here, no matter which replica wrote them. */
export type RoomFeed = RowFeed<EntryRow, RoomEvent>

export function createRoomFeed(database: Database): RoomFeed {
  const store = database.tables<Tables>()
  return createRowFeed({
    database,
    channel: ROOM_CHANNEL,
    coalesceMs: 25,
    store: {
      readLastSeqs: (ids) => readLastSeqs(store, ids),
      readAfter: (positions, limit) => readNew(store, positions, limit),
      listOf: (entry) => entry.room_id,
    },
    toEvent,
  })
}
