import type { Happening } from '#rules/rules/Happening.ts'
import { type PositionName, watchedPositions } from '#rules/rules/positionHappenings.ts'
import * as RuleIndex from '#rules/rules/RuleIndex.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import type { Firing } from '#rules/store/Events.ts'
import * as Rules from '#rules/store/Rules.ts'
import type { Store } from '#rules/store/tables.ts'

/** Actions of rules can fire further rules: an event that this many actions led to fires nothing. */
const HOPS_MAX = 3

/** The field of a filter that names the room or the box. */
const LIST_FIELDS: Record<ListName, string> = { room: 'roomId', box: 'boxId' }

/** The maximum clock difference between replicas. */
const SKEW_MS = 5_000

type KnownRule = RuleIndex.IndexedRule & {
  name: string
  action: Rules.Rule['action']
  cooldownMs: number
  endsAt: number
  afterSeq: number
  /** Milliseconds since 1970; zero before the first time. */
  lastFiredAt: number
  /** Milliseconds since 1970; the rule ignores earlier events. */
  since: number
}

/** Sources whose rules name the lists that they follow. */
export type ListName = 'room' | 'box'

/** All active rules and endpoints as this process knows them, up to a version of the tables. */
export type Matcher = {
  version: number
  index: RuleIndex.RuleIndex<KnownRule>
  endpoints: Map<string, Endpoints.Endpoint>
  /** The rooms and boxes that rules name. */
  keys: Record<ListName, ReadonlySet<string>>
  /** The positions that rules name, by key. */
  positions: ReadonlyMap<string, PositionName>
}

export function create(): Matcher {
  const keys = { room: new Set<string>(), box: new Set<string>() }
  return { version: -1, index: RuleIndex.create(), endpoints: new Map(), keys, positions: new Map() }
}

/** Applies the changes since the last call. */
export async function refresh(matcher: Matcher, store: Store): Promise<void> {
  const { version } = await store.selectFrom('rule_state').select('version').executeTakeFirstOrThrow()
  if (version === matcher.version) return
  const rules = await Rules.changedAfter(store, matcher.version)
  const endpoints = await Endpoints.changedAfter(store, matcher.version)
  for (const rule of rules) {
    if (rule.enabled && rule.deleted_at === null) RuleIndex.put(matcher.index, toKnown(rule))
    else RuleIndex.remove(matcher.index, rule.id)
  }
  for (const endpoint of endpoints) {
    if (endpoint.deleted_at === null) matcher.endpoints.set(endpoint.id, endpoint)
    else matcher.endpoints.delete(endpoint.id)
  }
  matcher.keys = { room: keysOf(matcher, 'room'), box: keysOf(matcher, 'box') }
  matcher.positions = watchedPositions(matcher.index.rules.values())
  matcher.version = version
}

function keysOf({ index }: Matcher, name: ListName): Set<string> {
  const rules = index.rules.values().filter(({ type }) => type.startsWith(`${name}.`))
  return new Set(rules.map(({ filter }) => filter[LIST_FIELDS[name]] ?? ''))
}

function toKnown(row: Rules.Rule): KnownRule {
  return {
    id: row.id,
    developerId: row.developer_id,
    type: row.type,
    filter: row.filter,
    name: row.name,
    action: row.action,
    cooldownMs: row.cooldown_seconds * 1000,
    endsAt: row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
    afterSeq: row.after_seq,
    lastFiredAt: row.last_fired_at?.getTime() ?? 0,
    since: row.created_at.getTime() - SKEW_MS,
  }
}

/** The events that rules get for a happening; `seq` is its number in the launch index, if it has one. */
export function fire(matcher: Matcher, happening: Happening, seq = Number.POSITIVE_INFINITY): Firing[] {
  if (happening.hops >= HOPS_MAX) return []
  const rules = RuleIndex.match(matcher.index, happening).filter((rule) => isDue(rule, happening, seq))
  for (const rule of rules) rule.lastFiredAt = happening.at
  const { type, at, block, hops, data } = happening
  return rules.map((rule) => ({ rule, type, at, block, hops, data, isSent: isOpen(matcher, rule.action) }))
}

function isDue(rule: KnownRule, { at, block }: Happening, seq: number): boolean {
  const { afterSeq, since, endsAt, lastFiredAt, cooldownMs } = rule
  const isNew = block === null ? at >= since : seq > afterSeq
  return isNew && at < endsAt && (cooldownMs === 0 || at >= lastFiredAt + cooldownMs)
}

/** Nothing is queued for an endpoint that is disabled or full; its owner replays the feed. */
export function isOpen({ endpoints }: Pick<Matcher, 'endpoints'>, action: Rules.Rule['action']): boolean {
  if (action.kind !== 'webhook') return true
  const endpoint = endpoints.get(action.endpointId)
  return endpoint?.disabled_at === null && endpoint.full_at === null
}

/** The event of a rule whose earlier events were in replaced blocks. */
export function reorgFiring(rule: Firing['rule'], range: { from: number; to: number }, replaced: string[]): Firing {
  const data = { fromBlock: range.from, toBlock: range.to, replaced }
  return { rule, type: 'reorg', at: 0, block: null, hops: 0, data, isSent: true }
}
