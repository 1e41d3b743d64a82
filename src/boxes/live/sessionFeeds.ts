import { lastSeqOf, readEventsAfter, type StoredEvent } from '#boxes/store/events.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { Database } from '#database/Database.ts'
import { type NumberedEvent, numberedEvent } from '#live/numbered.ts'
import type { Source } from '#live/Source.ts'

/** Woken whenever something about boxes was committed, by any replica. */
export const BOXES_CHANNEL = 'boxes'

export type SessionFeeds = Disposable & {
  /** The events of one session, for a reader. */
  open(sessionId: string): Promise<Source<number, NumberedEvent>>
  /** Tells what this process has just committed, so that its own readers need not wait for the database. */
  published(events: readonly StoredEvent[]): void
}

type Feed = {
  lastSeq: number
  listeners: Set<(events: readonly NumberedEvent[]) => void>
  looking?: Promise<void> | undefined
}

const LOOK_EVERY_MS = 1_000
const BATCH = 500

/** Numbered events of sessions for many readers; the table is the truth, wake-ups only shorten the wait. */
export function createSessionFeeds(database: Pick<Database, 'listen'>, store: Store): SessionFeeds {
  const feeds = new Map<string, Feed>()

  async function look(sessionId: string, feed: Feed): Promise<void> {
    for (;;) {
      const after = feed.lastSeq
      const rows = await readEventsAfter(store, sessionId, { after, limit: BATCH })
      tell(feed, rows)
      if (rows.length < BATCH) return
    }
  }
  function tell(feed: Feed, rows: readonly StoredEvent[]): void {
    const fresh = rows.filter(({ seq }) => seq > feed.lastSeq).map(toEvent)
    feed.lastSeq = fresh.at(-1)?.seq ?? feed.lastSeq
    if (fresh.length > 0) for (const listener of feed.listeners) listener(fresh)
  }
  function refresh(sessionId: string, feed: Feed): Promise<void> {
    feed.looking ??= look(sessionId, feed).finally(() => {
      feed.looking = undefined
    })
    return feed.looking
  }
  const refreshAll = () => {
    for (const [sessionId, feed] of feeds) if (feed.listeners.size > 0) void refresh(sessionId, feed).catch(() => {})
  }
  const listening = database.listen(BOXES_CHANNEL, refreshAll)
  const timer = setInterval(refreshAll, LOOK_EVERY_MS).unref()

  return {
    async open(sessionId) {
      const feed = feeds.get(sessionId) ?? { lastSeq: await lastSeqOf(store, sessionId), listeners: new Set() }
      feeds.set(sessionId, feed)
      return {
        lastSeq: () => feed.lastSeq,
        oldest: () => 0,
        readAfter: async (after, limit) => (await readEventsAfter(store, sessionId, { after, limit })).map(toEvent),
        subscribe(listener) {
          feed.listeners.add(listener)
          feeds.set(sessionId, feed)
          return {
            [Symbol.dispose]() {
              feed.listeners.delete(listener)
              if (feed.listeners.size === 0) feeds.delete(sessionId)
            },
          }
        },
        refresh: () => refresh(sessionId, feed),
      }
    },
    published(events) {
      for (const [sessionId, rows] of Map.groupBy(events, (event) => event.sessionId)) {
        const feed = feeds.get(sessionId)
        if (!feed) continue
        if (rows[0]?.seq === feed.lastSeq + 1) tell(feed, rows)
        else void refresh(sessionId, feed).catch(() => {})
      }
    },
    [Symbol.dispose]() {
      listening[Symbol.dispose]()
      clearInterval(timer)
    },
  }
}

function toEvent({ seq, kind, body }: StoredEvent): NumberedEvent {
  return numberedEvent(seq, kind, body)
}
