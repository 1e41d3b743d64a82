import type { Database } from '#database/Database.ts'
import { createRowFeed, type RowFeed } from '#live/createRowFeed.ts'
import { type NumberedEvent, numberedEvent } from '#live/numbered.ts'
import { readEventsAfter, readLastSeq, readOldest } from '#mandates/store/OrderEvents.ts'
import type { OrderEventRow, Tables } from '#mandates/store/tables.ts'

/** All orders are one list. */
export const ORDERS = 'orders'
const CHANNEL = 'order_events'

export type OrderEvent = Pick<OrderEventRow, 'seq' | 'type' | 'body'>
export type OrderFeed = RowFeed<OrderEvent, NumberedEvent>

/** The numbered events of published orders: `published` and `ended`. */
export function createOrderFeed(database: Database): OrderFeed {
  const store = database.tables<Tables>()
  return createRowFeed({
    database,
    channel: CHANNEL,
    store: {
      readLastSeqs: async () => new Map([[ORDERS, await readLastSeq(store)]]),
      readAfter: ([position], limit) => readEventsAfter(store, position?.seq ?? 0, limit),
      listOf: () => ORDERS,
      readOldest: () => readOldest(store),
    },
    toEvent: ({ seq, type, body }) => numberedEvent(seq, type, body),
  })
}
