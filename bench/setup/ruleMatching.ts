import type { Happening } from '#rules/rules/Happening.ts'
import * as RuleIndex from '#rules/rules/RuleIndex.ts'
import type { Row } from '../Row.ts'

const RULES = 10_000
const TOKENS = 500
const TRADES = 2_000
const ROUNDS = 3

/** Trades compared with 10,000 rules by the index, and by a loop over all rules. */
export function measureMatching(): Row {
  const index = RuleIndex.create()
  for (let id = 0; id < RULES; id++) RuleIndex.put(index, ruleOf(id))
  const trades = Array.from({ length: TRADES }, (_, i) => tradeOf(i))
  const rules = [...index.rules.values()]
  let found = 0
  const indexed = best(() => {
    for (const trade of trades) found += RuleIndex.match(index, trade).length
  })
  let looped = 0
  const loop = best(() => {
    for (const trade of trades) looped += rules.filter((rule) => isMatch(rule, trade)).length
  })
  if (found !== looped) throw new Error(`The index found ${found} matches and the loop ${looped}.`)
  const [ours, peer] = [TRADES / indexed, TRADES / loop]
  const name = `trades compared with ${RULES.toLocaleString('en')} rules; peer: a loop over all`
  return { name, ours, peer, unit: 'trades/s', ratio: ours / peer, target: '≥ 10', ok: ours / peer >= 10 }
}

function ruleOf(id: number): RuleIndex.IndexedRule {
  const filter = { token: `token${id % TOKENS}`, minEth: String(1 + ((id * 7919) % 1_000_000)) }
  return { id: `rule${id}`, developerId: `dev${id % 100}`, type: 'launch.trade', filter }
}

function tradeOf(i: number): Happening {
  const fields = { token: `token${(i * 31) % TOKENS}`, trader: `trader${i % 50}`, side: 'buy' }
  const value = BigInt((i * 104_729) % 1_000_000)
  return { type: 'launch.trade', at: 0, block: i, hops: 0, fields, value, data: {} }
}

function isMatch({ filter, type }: RuleIndex.IndexedRule, { fields, value = 0n, ...trade }: Happening): boolean {
  return type === trade.type && filter['token'] === fields['token'] && value >= BigInt(filter['minEth'] ?? 0)
}

/** Seconds of the fastest round. */
function best(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    work()
    return (performance.now() - start) / 1000
  })
  return Math.min(...times)
}
