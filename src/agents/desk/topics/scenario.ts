import type { Range } from '#agents/desk/language/Question.ts'
import { figure } from '#agents/desk/numbers.ts'
import * as Pool from '#agents/desk/Pool.ts'
import { asOf, choosePool, isReply } from '#agents/desk/pairs.ts'
import type { Topic } from '#agents/desk/Topic.ts'

/** "what if ETH goes to 4000": what a deposit would be then. */
const scenario: Topic = {
  name: 'scenario',
  async answer(desk) {
    const talked = { ...desk.memory.last?.slots, ...(desk.question.tokens.length > 1 && desk.slots) }
    const pool = await choosePool({ ...desk, slots: talked })
    if (isReply(pool)) return pool
    const wanted = Number(desk.question.numbers.find(({ unit }) => unit !== '%')?.value)
    const now = Pool.price(pool)
    const isForward = Math.abs(Math.log(now / wanted)) <= Math.abs(Math.log(1 / now / wanted))
    const [base, quote] = isForward ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
    const from = isForward ? now : 1 / now
    const ratio = wanted / from
    const loss = (1 - (2 * Math.sqrt(ratio)) / (1 + ratio)) * 100
    return {
      text: [
        `From 1 ${base.symbol} = ${figure(from)} ${quote.symbol} in the ${Pool.label(pool)} (${asOf(desk.now)}) to ${figure(wanted)} is ${ratio >= 1 ? 'up' : 'down'} ${figure(Math.abs(ratio - 1) * 100)}%. A full-range deposit is then worth ${figure(loss)}% less than the same tokens held, fees aside.`,
        rangeWords(talked.range, { wanted, base: base.symbol, quote: quote.symbol }),
      ]
        .filter(Boolean)
        .join(' '),
    }
  },
}

type At = { wanted: number; base: string; quote: string }

function rangeWords(range: Range | undefined, { wanted, base, quote }: At): string {
  if (!range || range === 'full' || 'aroundPercent' in range) return 'A narrower range loses more.'
  const { min, max } = range
  if (wanted < Number(min)) return `That is below ${min} to ${max}: the position would be all ${base} and earn nothing.`
  if (wanted >= Number(max))
    return `That is above ${min} to ${max}: the position would be all ${quote} and earn nothing.`
  return `That is inside ${min} to ${max}: the position holds both and goes on earning.`
}

export const scenarioTopics: readonly Topic[] = [scenario]
