import type { Generated, Kysely } from 'kysely'
import type { StoredAction } from '#rules/rules/Action.ts'
import type { EventTypeName } from '#rules/rules/eventTypes.ts'

export type EndpointRow = {
  id: string
  developer_id: string
  url: string
  description: string | null
  /** Sealed with the root secret. */
  secret: Buffer
  previous_secret: Generated<Buffer | null>
  /** Until when messages are signed with the previous secret too. */
  previous_until: Generated<Date | null>
  disabled_at: Generated<Date | null>
  disabled_reason: Generated<string | null>
  /** When the queue became full; later events are not queued. */
  full_at: Generated<Date | null>
  version: number
  created_at: Generated<Date>
  deleted_at: Generated<Date | null>
}

export type RuleRow = {
  id: string
  developer_id: string
  name: string
  type: EventTypeName
  filter: Record<string, string>
  action: StoredAction
  cooldown_seconds: number
  ends_at: Date | null
  enabled: boolean
  /** Events of the launch index up to this number do not concern the rule. */
  after_seq: number
  last_fired_at: Generated<Date | null>
  version: number
  created_at: Generated<Date>
  deleted_at: Generated<Date | null>
}

/** An event that a rule was waiting for, numbered without gaps for each developer. */
export type EventRow = {
  developer_id: string
  seq: number
  id: string
  rule_id: string
  type: string
  block: number | null
  hops: number
  /** As it is sent. */
  body: string
  /** Whether its block was replaced. */
  is_retracted: Generated<boolean>
  at: Date
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled'

export type DeliveryRow = {
  /** The order in which the deliveries of a rule are sent. */
  position: Generated<number>
  id: string
  event_id: string
  rule_id: string
  developer_id: string
  /** Null if the action is not a webhook. */
  endpoint_id: string | null
  status: Generated<DeliveryStatus>
  attempts: Generated<number>
  first_attempt_at: Generated<Date | null>
  next_attempt_at: Generated<Date>
  created_at: Generated<Date>
  done_at: Generated<Date | null>
}

export type AttemptRow = {
  delivery_id: string
  number: number
  at: Date
  duration_ms: number
  /** Null without an answer. */
  status: number | null
  answer: string | null
  problem: string | null
}

/** A browser that gets push notifications. */
export type BrowserRow = {
  id: string
  developer_id: string
  /** The address is a secret: anyone who has it can send to the browser's push service. */
  endpoint_hash: Buffer
  host: string
  /** The public key that the browser subscribed with. */
  vapid_key: string
  /** Its address and keys, sealed with the root secret. */
  sealed: Buffer
  created_at: Generated<Date>
}

export type Tables = {
  rule_browsers: BrowserRow
  rule_state: { one: boolean; version: number; cursor: number | null }
  rule_endpoints: EndpointRow
  rules: RuleRow
  rule_owners: { developer_id: string; last_seq: number }
  rule_events: EventRow
  rule_deliveries: DeliveryRow
  rule_attempts: AttemptRow
  rule_announcements: {
    position: Generated<number>
    type: string
    at: Date
    owners: string[] | null
    fields: Record<string, string>
    data: Record<string, unknown>
  }
  rule_announced: { key: string; at: Date }
  rule_positions: { key: string; is_in_range: boolean; fees0: string; fees1: string; at: Generated<Date> }
  rule_lists: { source: string; id: string; seq: number }
}

export type Store = Kysely<Tables>
