import { sql } from 'kysely'
import * as Id from '#core/Id.ts'
import type { StoredAction } from '#rules/rules/Action.ts'
import type { EventRow, Store } from './tables.ts'

/** An event for one rule, before it has a number. */
export type Firing = {
  rule: { id: string; developerId: string; name: string; action: StoredAction }
  type: string
  /** Milliseconds since 1970. */
  at: number
  block: number | null
  hops: number
  data: Readonly<Record<string, unknown>>
  /** Whether the event is a sample. */
  isTest?: boolean
  /** Whether the action runs, or the event is written to the feed alone. */
  isSent: boolean
}

/** A queued delivery; `position` is its place in the order of its rule. */
export type Pending = {
  id: string
  position: number
  ruleId: string
  developerId: string
  eventId: string
  /** Null if the action of the rule is not a webhook. */
  endpointId: string | null
  action: StoredAction
  body: string
  hops: number
  attempts: number
  firstAttemptAt: number | null
  nextAttemptAt: number
}

type Numbered = Firing & { id: string; seq: number; body: string }

const PART = 1_000

/** Numbers the events, stores them with their deliveries, and returns the deliveries in order. */
export async function record(tx: Store, firings: readonly Firing[]): Promise<Pending[]> {
  const pending: Pending[] = []
  for (let start = 0; start < firings.length; start += PART) {
    const numbered = await number(tx, firings.slice(start, start + PART))
    await insertEvents(tx, numbered)
    pending.push(
      ...(await insertDeliveries(
        tx,
        numbered.filter(({ isSent, rule }) => isSent && rule.action.kind !== 'feed'),
      )),
    )
  }
  return pending
}

async function number(tx: Store, firings: readonly Firing[]): Promise<Numbered[]> {
  const byOwner = Map.groupBy(firings, ({ rule }) => rule.developerId)
  const owners = [...byOwner.keys()].sort()
  const counts = owners.map((owner) => byOwner.get(owner)?.length ?? 0)
  const { rows } = await sql<{ developer_id: string; last_seq: number }>`
    insert into rule_owners (developer_id, last_seq)
    select developer_id, count from unnest(${owners}::text[], ${counts}::int8[]) as r(developer_id, count) order by 1
    on conflict (developer_id) do update set last_seq = rule_owners.last_seq + excluded.last_seq
    returning developer_id, last_seq`.execute(tx)
  const next = new Map(
    rows.map(({ developer_id, last_seq }) => [developer_id, last_seq - (byOwner.get(developer_id)?.length ?? 0)]),
  )
  return firings.map((firing) => {
    const seq = (next.get(firing.rule.developerId) ?? 0) + 1
    next.set(firing.rule.developerId, seq)
    const id = Id.create('evt')
    return { ...firing, id, seq, body: bodyOf(firing, id, seq) }
  })
}

/** The message as it is signed and sent, the same in every attempt. */
function bodyOf({ type, at, rule, data, isTest }: Firing, id: string, sequence: number): string {
  const { id: ruleId, name } = rule
  const timestamp = new Date(at).toISOString()
  return JSON.stringify({
    type,
    timestamp,
    id,
    sequence,
    rule: { id: ruleId, name },
    ...(isTest && { test: true }),
    data,
  })
}

async function insertEvents(tx: Store, events: readonly Numbered[]): Promise<void> {
  await sql`
    insert into rule_events (developer_id, seq, id, rule_id, type, block, hops, body, at)
    select * from unnest(
      ${events.map(({ rule }) => rule.developerId)}::text[], ${events.map(({ seq }) => seq)}::int8[],
      ${events.map(({ id }) => id)}::text[], ${events.map(({ rule }) => rule.id)}::text[],
      ${events.map(({ type }) => type)}::text[], ${events.map(({ block }) => block)}::int8[],
      ${events.map(({ hops }) => hops)}::int4[], ${events.map(({ body }) => body)}::text[],
      ${events.map(({ at }) => new Date(at).toISOString())}::timestamptz[])`.execute(tx)
}

async function insertDeliveries(tx: Store, events: readonly Numbered[]): Promise<Pending[]> {
  if (events.length === 0) return []
  const drafts = events.map((event) => ({ ...event, delivery: Id.create('dlv') }))
  const { rows } = await sql<{ id: string; position: number }>`
    insert into rule_deliveries (id, event_id, rule_id, developer_id, endpoint_id)
    select id, event_id, rule_id, developer_id, endpoint_id from unnest(
      ${drafts.map(({ delivery }) => delivery)}::text[], ${drafts.map(({ id }) => id)}::text[],
      ${drafts.map(({ rule }) => rule.id)}::text[], ${drafts.map(({ rule }) => rule.developerId)}::text[],
      ${drafts.map(({ rule }) => endpointOf(rule.action))}::text[]
    ) with ordinality as r(id, event_id, rule_id, developer_id, endpoint_id, place) order by place
    returning id, position`.execute(tx)
  const positions = new Map(rows.map(({ id, position }) => [id, position]))
  return drafts.map(({ delivery: id, id: eventId, rule, body, hops }) => ({
    id,
    position: positions.get(id) ?? 0,
    ruleId: rule.id,
    developerId: rule.developerId,
    eventId,
    endpointId: endpointOf(rule.action),
    action: rule.action,
    body,
    hops,
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: 0,
  }))
}

function endpointOf(action: StoredAction): string | null {
  return action.kind === 'webhook' ? action.endpointId : null
}

export type Retracted = { id: string; rule_id: string; developer_id: string; seq: number }

/** Marks the events of replaced blocks; an event is marked once, however often its block is replaced. */
export async function retract(tx: Store, { from, to }: { from: number; to: number }): Promise<Retracted[]> {
  const rows = await tx
    .updateTable('rule_events')
    .set({ is_retracted: true })
    .where('block', '>=', from)
    .where('block', '<=', to)
    .where('is_retracted', '=', false)
    .returning(['id', 'rule_id', 'developer_id', 'seq'])
    .execute()
  return rows.sort((a, b) => a.seq - b.seq)
}

/** After a reorganisation, a rule may fire as if the events of the replaced blocks had not happened. */
export async function restoreCooldowns(tx: Store, ruleIds: readonly string[]): Promise<Map<string, Date | null>> {
  const { rows } = await sql<{ id: string; last_fired_at: Date | null }>`
    update rules r set last_fired_at = (
      select max(e.at) from rule_events e where e.rule_id = r.id and e.type = r.type and not e.is_retracted)
    where r.id = any(${ruleIds}) returning id, last_fired_at`.execute(tx)
  return new Map(rows.map(({ id, last_fired_at }) => [id, last_fired_at]))
}

const COLUMNS = ['developer_id', 'seq', 'id', 'rule_id', 'type', 'hops', 'body', 'is_retracted', 'at'] as const

type Range = { ruleId: string; types: readonly string[]; after: number; limit: number }

/** Events of a rule after a number, oldest first. */
export function readAfter(
  store: Store,
  developerId: string,
  { ruleId, types, after, limit }: Range,
): Promise<EventOfOwner[]> {
  return store
    .selectFrom('rule_events')
    .select(COLUMNS)
    .where('developer_id', '=', developerId)
    .where('seq', '>', after)
    .where('rule_id', '=', ruleId)
    .where('type', 'in', types)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

type Page = { ruleId?: string | undefined; before?: number | undefined; limit: number }

/** Events before a number, newest first. */
export function readBefore(
  store: Store,
  developerId: string,
  { ruleId, before, limit }: Page,
): Promise<EventOfOwner[]> {
  return store
    .selectFrom('rule_events')
    .select(COLUMNS)
    .where('developer_id', '=', developerId)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? ''))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export type EventOfOwner = Pick<
  EventRow,
  'developer_id' | 'seq' | 'id' | 'rule_id' | 'type' | 'hops' | 'body' | 'at'
> & { is_retracted: boolean }

type Position = { id: string; seq: number }

/** Events after the position of each developer, at most `limit` of each. */
export async function readNew(store: Store, positions: readonly Position[], limit: number): Promise<EventOfOwner[]> {
  const { rows } = await sql<EventOfOwner>`
    select e.* from unnest(${positions.map(({ id }) => id)}::text[], ${positions.map(({ seq }) => seq)}::int8[]) as p(id, seq)
    cross join lateral (
      select developer_id, seq, id, rule_id, type, hops, body, is_retracted, at from rule_events
      where developer_id = p.id and seq > p.seq order by seq limit ${limit}
    ) e order by e.developer_id, e.seq`.execute(store)
  return rows
}
