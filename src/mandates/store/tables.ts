import type { Generated, Kysely, Selectable } from 'kysely'
import type { OrderKind } from '#mandates/rules/Order.ts'
import type { OrderEnd } from '#mandates/rules/orderStatus.ts'

/** An order that its owner has published. Everything about it is in `signed`. */
type OrderTable = {
  hash: string
  owner: string
  token: string
  kind: OrderKind
  /** The signed delegation, as one string. */
  signed: string
  /** The number of its event in the feed. */
  seq: number
  created_at: Generated<Date>
  /** When it was seen to be over; null for an order that is open. */
  ended_at: Generated<Date | null>
  /** `displaced`: not over, but taken out of a full list. */
  ended_as: Generated<OrderEnd | 'displaced' | null>
}

export type OrderRow = Selectable<OrderTable>

export type OrderEventRow = { seq: number; type: 'published' | 'ended'; body: string; at: Generated<Date> }

export type Tables = {
  orders: OrderTable
  order_feed: { one: Generated<boolean>; last_seq: number }
  order_events: OrderEventRow
}

export type Store = Kysely<Tables>
