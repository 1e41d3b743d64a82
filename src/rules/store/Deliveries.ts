import { sql } from 'kysely'
import * as Id from '#core/Id.ts'
import type { Pending } from './Events.ts'
import type { AttemptRow, DeliveryStatus, Store } from './tables.ts'

/** The rules with queued deliveries, by jumps over the index of queued ones. */
export async function waitingRules(store: Store): Promise<string[]> {
  const { rows } = await sql<{ rule_id: string }>`
    with recursive found as (
      (select rule_id from rule_deliveries where status = 'pending' order by rule_id limit 1)
      union all
      select (select d.rule_id from rule_deliveries d where d.status = 'pending' and d.rule_id > found.rule_id
        order by d.rule_id limit 1)
      from found where found.rule_id is not null
    ) select rule_id from found where rule_id is not null`.execute(store)
  return rows.map(({ rule_id }) => rule_id)
}

/** Waiting deliveries of a rule after a position, in order. */
export async function readPending(
  store: Store,
  ruleId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Pending[]> {
  const { rows } = await sql<Omit<Pending, 'firstAttemptAt' | 'nextAttemptAt'> & { first: Date | null; next: Date }>`
    select d.id, d.position, d.rule_id as "ruleId", d.developer_id as "developerId", d.event_id as "eventId",
      d.endpoint_id as "endpointId", r.action, e.body,
      e.hops, d.attempts, d.first_attempt_at as first, d.next_attempt_at as next
    from rule_deliveries d join rule_events e on e.id = d.event_id join rules r on r.id = d.rule_id
    where d.rule_id = ${ruleId} and d.status = 'pending' and d.position > ${after}
    order by d.position limit ${limit}`.execute(store)
  return rows.map(({ first, next, ...row }) => ({
    ...row,
    firstAttemptAt: first?.getTime() ?? null,
    nextAttemptAt: next.getTime(),
  }))
}

/** The number of queued deliveries of each endpoint, counted up to a limit. */
export async function countPending(
  store: Store,
  endpointIds: readonly string[],
  max: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select r.id, d.count from unnest(${endpointIds}::text[]) as r(id) cross join lateral (
      select count(*)::int as count from (
        select from rule_deliveries where endpoint_id = r.id and status = 'pending' limit ${max}) waiting) d`.execute(
    store,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The end of an attempt, and the resulting state of its delivery. */
export type Attempted = AttemptRow & { outcome: DeliveryStatus; next: Date }

/** Stores attempts in one statement; a delivery that was ended meanwhile stays as it is. */
export async function saveAttempts(tx: Store, attempts: readonly Attempted[]): Promise<void> {
  await sql`
    with done as (
      select * from unnest(
        ${attempts.map(({ delivery_id }) => delivery_id)}::text[], ${attempts.map(({ number }) => number)}::int4[],
        ${attempts.map(({ at }) => at.toISOString())}::timestamptz[], ${attempts.map(({ duration_ms }) => duration_ms)}::int4[],
        ${attempts.map(({ status }) => status)}::int4[], ${attempts.map(({ answer }) => answer)}::text[],
        ${attempts.map(({ problem }) => problem)}::text[], ${attempts.map(({ outcome }) => outcome)}::text[],
        ${attempts.map(({ next }) => next.toISOString())}::timestamptz[]
      ) as r(delivery_id, number, at, duration_ms, status, answer, problem, outcome, next)
    ), logged as (
      insert into rule_attempts (delivery_id, number, at, duration_ms, status, answer, problem)
      select delivery_id, number, at, duration_ms, status, answer, problem from done
      on conflict (delivery_id, number) do nothing
    )
    update rule_deliveries d set attempts = done.number, status = done.outcome, next_attempt_at = done.next,
      first_attempt_at = coalesce(d.first_attempt_at, done.at),
      done_at = case when done.outcome = 'pending' then null else now() end
    from done where d.id = done.delivery_id and d.status = 'pending'`.execute(tx)
}

type Again = { eventIds: readonly string[]; endpointId: string; developerId: string }

/** Sends events again, in their order, to an endpoint. */
export async function redeliver(tx: Store, { eventIds, endpointId, developerId }: Again): Promise<void> {
  await sql`
    insert into rule_deliveries (id, event_id, rule_id, developer_id, endpoint_id)
    select r.delivery, e.id, e.rule_id, e.developer_id, ${endpointId}
    from unnest(${eventIds.map(() => Id.create('dlv'))}::text[], ${eventIds}::text[]) as r(delivery, id)
    join rule_events e on e.id = r.id and e.developer_id = ${developerId}
    order by e.seq`.execute(tx)
}

export type LoggedDelivery = {
  position: number
  id: string
  event_id: string
  rule_id: string
  status: DeliveryStatus
  attempts: number
  created_at: Date
  done_at: Date | null
  next_attempt_at: Date
  type: string
  seq: number
  body: string
  tries: { at: string; duration_ms: number; status: number | null; answer: string | null; problem: string | null }[]
}

type Listing = { endpointId: string; status?: DeliveryStatus | undefined; before?: number | undefined; limit: number }

/** The deliveries of an endpoint with their last attempts, newest first. */
export async function list(store: Store, { endpointId, status, before, limit }: Listing): Promise<LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    select d.position, d.id, d.event_id, d.rule_id, d.status, d.attempts, d.created_at, d.done_at, d.next_attempt_at,
      e.type, e.seq, e.body, coalesce((
        select json_agg(json_build_object('at', a.at, 'duration_ms', a.duration_ms, 'status', a.status,
          'answer', a.answer, 'problem', a.problem) order by a.number desc)
        from (select * from rule_attempts where delivery_id = d.id order by number desc limit 10) a), '[]') as tries
    from rule_deliveries d join rule_events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.position < ${before ?? Number.MAX_SAFE_INTEGER}
      and (${status ?? null}::text is null or d.status = ${status ?? null})
    order by d.position desc limit ${limit}`.execute(store)
  return rows
}

type Sent = { eventId?: string | undefined; from?: number | undefined; to?: number | undefined; limit: number }

/** The ids of events that were sent to an endpoint before: one, or those of a range, in order. */
export async function sentBefore(tx: Store, endpointId: string, { eventId, from, to, limit }: Sent): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.seq, e.id from rule_deliveries d join rule_events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and (${eventId ?? null}::text is null or e.id = ${eventId ?? null})
      and e.seq >= ${from ?? 0} and e.seq <= ${to ?? Number.MAX_SAFE_INTEGER}
    order by e.seq limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
