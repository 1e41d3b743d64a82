import { z } from 'zod'
import { PLAIN_TEXT } from '#core/ListQuery.ts'
import { Timestamp } from '#core/wire.ts'
import { Action } from './rules/Action.ts'
import { EVENT_TYPE_NAMES } from './rules/eventTypes.ts'
import type { Browser } from './store/Browsers.ts'
import type { LoggedDelivery } from './store/Deliveries.ts'
import type { Endpoint } from './store/Endpoints.ts'
import type { EventOfOwner } from './store/Events.ts'
import type { Rule } from './store/Rules.ts'

const idOf = (what: string, prefix: string) =>
  z
    .string()
    .max(64, `must be the id of ${what}`)
    .regex(PLAIN_TEXT, `must be the id of ${what}`)
    .meta({ description: `The id of ${what}, \`${prefix}_…\`.` })

export const RuleId = idOf('a rule', 'rule')
export const EndpointId = idOf('a webhook endpoint', 'hook')
export const BrowserId = idOf('a browser', 'push')

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .regex(PLAIN_TEXT, 'must be plain text without control characters')

export const Name = text(128).min(1, 'must not be empty').meta({ description: 'A label for the rule.' })
export const Description = text(256).meta({ description: 'A note for yourself.' })
export const EventTypeField = z
  .enum(EVENT_TYPE_NAMES, { error: () => `must be one of ${EVENT_TYPE_NAMES.join(', ')}` })
  .meta({ description: 'The type of event; GET /api/event-types describes each with its filter.' })
export const Filter = z
  .record(z.string().max(32), z.unknown())
  .meta({ description: 'The filter of the type; an omitted field matches everything.' })
const COOLDOWN_MAX = 30 * 86_400
export const CooldownSeconds = z
  .int({ error: 'must be a whole number of seconds' })
  .min(0, 'must be at least 0')
  .max(COOLDOWN_MAX, `must be at most ${COOLDOWN_MAX}`)
  .meta({ description: 'Seconds after an event during which the rule ignores other events. Default: 0' })
export const EndsAt = Timestamp.nullable().meta({ description: 'When the rule ends. Default: never' })
export const Sequence = z
  .int({ error: 'must be the number of an event' })
  .min(0, 'must be the number of an event')
  .max(Number.MAX_SAFE_INTEGER)

export const RuleRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(EVENT_TYPE_NAMES),
    filter: z.record(z.string(), z.string()),
    action: Action,
    cooldownSeconds: z.int(),
    endsAt: Timestamp.nullable(),
    enabled: z.boolean(),
    lastFiredAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Rule' })

export function toRuleRecord(row: Rule): z.output<typeof RuleRecord> {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    filter: row.filter,
    action: row.action as Action,
    cooldownSeconds: row.cooldown_seconds,
    endsAt: row.ends_at,
    enabled: row.enabled,
    lastFiredAt: row.last_fired_at,
    createdAt: row.created_at,
  }
}

export const EndpointRecord = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    status: z.enum(['active', 'disabled']),
    disabledAt: Timestamp.nullable(),
    disabledReason: z.string().nullable(),
    fullAt: Timestamp.nullable().meta({
      description: 'When the queue became full; later events are not queued. Null while events are queued.',
    }),
    rotatingUntil: Timestamp.nullable().meta({
      description: 'Until then, messages also carry a signature of the previous secret.',
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })

export function toEndpointRecord(row: Endpoint): z.output<typeof EndpointRecord> {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    status: row.disabled_at === null ? 'active' : 'disabled',
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    fullAt: row.full_at,
    rotatingUntil: row.previous_until,
    createdAt: row.created_at,
  }
}

export const BrowserRecord = z
  .object({
    id: z.string(),
    host: z.string().meta({ description: 'The push service of the browser.' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'PushBrowser' })

export function toBrowserRecord({ id, host, created_at: createdAt }: Browser): z.output<typeof BrowserRecord> {
  return { id, host, createdAt }
}

export const AlertRecord = z
  .object({
    sequence: z
      .int()
      .meta({ description: 'The sequence number of the event. The numbers of your events have no gaps.' }),
    id: z.string().meta({ description: 'The `webhook-id` of its deliveries.' }),
    ruleId: z.string(),
    type: z.string(),
    at: Timestamp,
    replaced: z.boolean().meta({
      description: 'Whether its block was replaced by a reorganisation; if so, a `reorg` event has followed.',
    }),
    event: z.record(z.string(), z.unknown()).meta({ description: 'The message as sent.' }),
  })
  .meta({ id: 'Alert' })

export function toAlertRecord(row: EventOfOwner): z.output<typeof AlertRecord> {
  const { seq, id, rule_id, type, at, is_retracted, body } = row
  return { sequence: seq, id, ruleId: rule_id, type, at, replaced: is_retracted, event: JSON.parse(body) }
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const

export const DeliveryRecord = z
  .object({
    id: z.string(),
    eventId: z.string().meta({ description: 'The `webhook-id`, the same in every attempt and redelivery.' }),
    sequence: z.int(),
    ruleId: z.string(),
    type: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    createdAt: Timestamp,
    doneAt: Timestamp.nullable(),
    nextAttemptAt: Timestamp.nullable(),
    request: z.string().meta({ description: 'The body that is sent.' }),
    log: z
      .array(
        z.object({
          at: Timestamp,
          durationMs: z.int(),
          status: z.int().nullable().meta({ description: 'The HTTP status of the response; null if there was none.' }),
          answer: z.string().nullable().meta({ description: 'The first 1,024 bytes of the response.' }),
          problem: z.string().nullable(),
        }),
      )
      .meta({ description: 'The last ten attempts, newest first.' }),
  })
  .meta({ id: 'WebhookDelivery' })

export function toDeliveryRecord(row: LoggedDelivery): z.output<typeof DeliveryRecord> {
  return {
    id: row.id,
    eventId: row.event_id,
    sequence: row.seq,
    ruleId: row.rule_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    createdAt: row.created_at,
    doneAt: row.done_at,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    request: row.body,
    log: row.tries.map(({ at, duration_ms: durationMs, ...rest }) => ({ ...rest, durationMs, at: new Date(at) })),
  }
}
