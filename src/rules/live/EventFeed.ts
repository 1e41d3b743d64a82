import type { Database } from '#database/Database.ts'
import { createRowFeed, type RowFeed } from '#live/createRowFeed.ts'
import { type NumberedEvent, numberedEvent } from '#live/numbered.ts'
import { type EventOfOwner, readNew } from '#rules/store/Events.ts'
import { readLastSeqs } from '#rules/store/owners.ts'
import type { Tables } from '#rules/store/tables.ts'

export const EVENT_CHANNEL = 'rule_events'

/** The events of the developers who follow theirs here. */
export type EventFeed = RowFeed<EventOfOwner, NumberedEvent>

export function createEventFeed(database: Database): EventFeed {
  const store = database.tables<Tables>()
  return createRowFeed({
    database,
    channel: EVENT_CHANNEL,
    store: {
      readLastSeqs: (ids) => readLastSeqs(store, ids),
      readAfter: (positions, limit) => readNew(store, positions, limit),
      listOf: ({ developer_id }) => developer_id,
    },
    toEvent: ({ seq, body }) => numberedEvent(seq, 'event', body),
  })
}
