import { type EventTypeName, eventTypeOf } from './eventTypes.ts'
import type { Happening } from './Happening.ts'

/** The part of a rule that matching needs. */
export type IndexedRule = {
  id: string
  developerId: string
  type: EventTypeName
  filter: Readonly<Record<string, string>>
}

/** Rules of one type and one key, sorted by the amount that they wait for. */
type Bucket<Rule> = { all: Set<Rule>; atLeast: Limit<Rule>[]; above: Limit<Rule>[]; below: Limit<Rule>[] }
type Limit<Rule> = { value: bigint; rule: Rule }
type Side = 'atLeast' | 'above' | 'below'

/**
 * Finds the rules that an event may concern without looking at the others: by type and key, then by binary search
 * among their limits.
 */
export type RuleIndex<Rule extends IndexedRule> = {
  rules: Map<string, Rule>
  buckets: Map<string, Bucket<Rule>>
}

export function create<Rule extends IndexedRule>(): RuleIndex<Rule> {
  return { rules: new Map(), buckets: new Map() }
}

/** Adds a rule, or replaces the one with its id. */
export function put<Rule extends IndexedRule>(index: RuleIndex<Rule>, rule: Rule): void {
  remove(index, rule.id)
  index.rules.set(rule.id, rule)
  const key = keyOf(rule)
  const bucket = index.buckets.get(key) ?? { all: new Set(), atLeast: [], above: [], below: [] }
  index.buckets.set(key, bucket)
  const limits = limitsOf(rule)
  if (limits.length === 0) bucket.all.add(rule)
  for (const { side, value } of limits) bucket[side].splice(countBelow(bucket[side], value), 0, { value, rule })
}

export function remove<Rule extends IndexedRule>(index: RuleIndex<Rule>, id: string): void {
  const rule = index.rules.get(id)
  if (!rule) return
  index.rules.delete(id)
  const key = keyOf(rule)
  const bucket = index.buckets.get(key)
  if (!bucket) return
  bucket.all.delete(rule)
  for (const side of ['atLeast', 'above', 'below'] as const)
    bucket[side] = bucket[side].filter((limit) => limit.rule !== rule)
  if (bucket.all.size + bucket.atLeast.length + bucket.above.length + bucket.below.length === 0)
    index.buckets.delete(key)
}

export function match<Rule extends IndexedRule>(index: RuleIndex<Rule>, happening: Happening): Rule[] {
  const { type, fields, owners } = happening
  const { keys } = eventTypeOf(type)
  const places = [...keys.flatMap((key) => (fields[key] === undefined ? [] : [placeOf(type, key, fields[key])])), type]
  const found = places.flatMap((place) => candidates(index.buckets.get(place), happening))
  return found.filter(
    ({ filter, developerId }) =>
      keys.every((key) => filter[key] === undefined || filter[key] === fields[key]) &&
      (owners === undefined || owners.includes(developerId)),
  )
}

/** The rules of a bucket whose limit the amount reaches, or crosses by its move. */
function candidates<Rule>(bucket: Bucket<Rule> | undefined, { value, before }: Happening): Rule[] {
  if (!bucket) return []
  if (value === undefined) return [...bucket.all]
  if (before === undefined)
    return [...bucket.all, ...rulesIn(bucket.atLeast, 0, countBelow(bucket.atLeast, value + 1n))]
  return [
    ...bucket.all,
    ...rulesIn(bucket.above, countBelow(bucket.above, before + 1n), countBelow(bucket.above, value + 1n)),
    ...rulesIn(bucket.below, countBelow(bucket.below, value), countBelow(bucket.below, before)),
  ]
}

function rulesIn<Rule>(limits: readonly Limit<Rule>[], from: number, to: number): Rule[] {
  return limits.slice(from, Math.max(from, to)).map(({ rule }) => rule)
}

/** How many limits are below a value. */
function countBelow(limits: readonly Limit<unknown>[], value: bigint): number {
  let [low, high] = [0, limits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((limits[middle] as Limit<unknown>).value < value) low = middle + 1
    else high = middle
  }
  return low
}

function keyOf({ type, filter }: IndexedRule): string {
  const key = eventTypeOf(type).keys.find((name) => filter[name] !== undefined)
  return key === undefined ? type : placeOf(type, key, filter[key] as string)
}

function placeOf(type: EventTypeName, key: string, value: string): string {
  return `${type} ${key}=${value}`
}

function limitsOf({ type, filter }: IndexedRule): { side: Side; value: bigint }[] {
  const { compares } = eventTypeOf(type)
  const names: [Side, string][] =
    compares?.kind === 'crosses'
      ? [
          ['above', 'above'],
          ['below', 'below'],
        ]
      : [['atLeast', compares?.field ?? '']]
  return names.flatMap(([side, name]) => (filter[name] === undefined ? [] : [{ side, value: BigInt(filter[name]) }]))
}
