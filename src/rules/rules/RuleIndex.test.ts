import { expect, test } from 'vitest'
import type { Happening } from './Happening.ts'
import * as RuleIndex from './RuleIndex.ts'

type Rule = RuleIndex.IndexedRule

/** A generator of repeatable numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * below)
  }
}

const TYPES = ['launch.trade', 'launch.progress', 'launch.graduated'] as const

function randomRule(pick: (below: number) => number, id: number): Rule {
  const type = TYPES[pick(TYPES.length)] ?? 'launch.trade'
  const limit = type === 'launch.trade' ? 'minEth' : (['above', 'below'][pick(2)] ?? 'above')
  const filter = {
    ...(pick(3) > 0 && { token: `t${pick(5)}` }),
    ...(type === 'launch.trade' && pick(3) === 0 && { trader: `a${pick(3)}` }),
    ...(type === 'launch.trade' && pick(4) === 0 && { side: 'buy' }),
    ...(type !== 'launch.graduated' && (type === 'launch.progress' || pick(2) === 0) && { [limit]: String(pick(50)) }),
  }
  return { id: `r${id}`, developerId: `d${pick(3)}`, type, filter }
}

function randomHappening(pick: (below: number) => number): Happening {
  const type = TYPES[pick(TYPES.length)] ?? 'launch.trade'
  const value = { value: BigInt(pick(50)), ...(type === 'launch.progress' && { before: BigInt(pick(50)) }) }
  return {
    ...{ type, at: 0, block: 1, hops: 0, data: {} },
    fields: { token: `t${pick(5)}`, trader: `a${pick(3)}`, side: pick(2) === 0 ? 'buy' : 'sell' },
    ...(type !== 'launch.graduated' && value),
    ...(pick(3) === 0 && { owners: [`d${pick(3)}`] }),
  }
}

/** The same question, answered without an index. */
function isMatch({ type, filter, developerId }: Rule, happening: Happening): boolean {
  const { fields, value = 0n, before = 0n, owners } = happening
  const isSame = (key: string) => filter[key] === undefined || filter[key] === fields[key]
  const rises = filter['above'] !== undefined && before < BigInt(filter['above']) && value >= BigInt(filter['above'])
  const falls = filter['below'] !== undefined && before > BigInt(filter['below']) && value <= BigInt(filter['below'])
  const isReached = filter['minEth'] === undefined || value >= BigInt(filter['minEth'])
  if (type !== happening.type || (owners && !owners.includes(developerId))) return false
  return ['token', 'trader', 'side'].every(isSame) && isReached && (type !== 'launch.progress' || rises || falls)
}

test('finds exactly the rules that a loop over all of them finds, also after changes', () => {
  const pick = seeded(34)
  const index = RuleIndex.create<Rule>()
  let found = 0
  for (let round = 0; round < 2_000; round++) {
    if (pick(4) === 0) RuleIndex.remove(index, `r${pick(200)}`)
    else RuleIndex.put(index, randomRule(pick, pick(200)))
    const happening = randomHappening(pick)
    const expected = [...index.rules.values()].filter((rule) => isMatch(rule, happening)).map(({ id }) => id)
    const matched = RuleIndex.match(index, happening).map(({ id }) => id)
    expect([round, matched.toSorted()]).toEqual([round, expected.toSorted()])
    found += matched.length
  }
  expect(found).toBeGreaterThan(2_000)
})

test('forgets everything about rules that are removed', () => {
  const index = RuleIndex.create<Rule>()
  const pick = seeded(1)
  for (let id = 0; id < 100; id++) RuleIndex.put(index, randomRule(pick, id))
  for (let id = 0; id < 100; id++) RuleIndex.remove(index, `r${id}`)
  expect([index.rules.size, index.buckets.size]).toEqual([0, 0])
})
