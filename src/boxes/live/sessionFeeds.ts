import { readLastSeqs, readNewEvents, type StoredEvent } from '#boxes/store/events.ts'
import { findMessagesAt } from '#boxes/store/messages.ts'
import type { Store } from '#boxes/store/tables.ts'
import { withMessages } from '#boxes/wire/events.ts'
import type { Database } from '#database/Database.ts'
import { createRowFeed, type RowFeed } from '#live/createRowFeed.ts'
import { type NumberedEvent, numberedEvent } from '#live/numbered.ts'

/** Notified after every commit that concerns boxes, by any replica. */
export const BOXES_CHANNEL = 'boxes'

/** The events of the sessions that are followed here, no matter which replica wrote them. */
export type SessionFeeds = RowFeed<StoredEvent, NumberedEvent>

export function createSessionFeeds(database: Pick<Database, 'listen' | 'notify' | 'log'>, store: Store): SessionFeeds {
  return createRowFeed({
    database,
    channel: BOXES_CHANNEL,
    store: {
      readLastSeqs: (ids) => readLastSeqs(store, ids),
      readAfter: (positions, limit) => readWhole(store, positions, limit),
      listOf: (event) => event.sessionId,
    },
    toEvent: ({ seq, kind, body }: StoredEvent) => numberedEvent(seq, kind, body),
  })
}

async function readWhole(...read: Parameters<typeof readNewEvents>): Promise<StoredEvent[]> {
  const events = await readNewEvents(...read)
  const places = events.filter(({ kind }) => kind === 'message').map(({ sessionId, seq }) => ({ sessionId, seq }))
  return withMessages(events, await findMessagesAt(read[0], places))
}
