import { ether, percentOfBps } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { type Json, read } from '#agents/desk/Service.ts'
import type { Topic } from '#agents/desk/Topic.ts'
import { named, raisedWords } from './launches.ts'

type Order = { sort: string; words: string; figure(token: Json): string }

const BY_VOLUME: Order = {
  sort: 'volume',
  words: 'by fee-backed volume of the last 24 hours',
  figure: ({ outsideVolume24hEth }) => `${ether(outsideVolume24hEth)} in 24 hours`,
}
const ORDERS: readonly [RegExp, Order][] = [
  [
    /\b(market ?cap|mcap|valuable|biggest|largest)\b/,
    { sort: 'marketCap', words: 'by market cap', figure: ({ marketCapEth }) => `market cap ${ether(marketCapEth)}` },
  ],
  [/\b(progress|raised)\b/, { sort: 'progress', words: 'by progress', figure: raisedWords }],
  [
    /\b(last traded|active|just traded)\b/,
    { sort: 'lastTrade', words: 'by their last trade', figure: ({ lastTradeAt }) => `last traded ${lastTradeAt}` },
  ],
]

const ranking: Topic = {
  name: 'ranking',
  async answer({ service, question, now }) {
    const order = ORDERS.find(([pattern]) => pattern.test(question.plain))?.[1] ?? BY_VOLUME
    const { tokens } = await read(service, `/api/launchpad/tokens?limit=5&sort=${order.sort}`)
    if (tokens.length === 0) return { text: 'Nothing was ever launched here.' }
    const lines = tokens.map((token: Json) => `- ${named(token)}: ${order.figure(token)}`)
    return {
      text: [`Launches ${order.words}, ${asOf(now)} (names are chosen by strangers; no advice):`, ...lines].join('\n'),
      slots: { launch: tokens[0].address },
    }
  },
}

const totals: Topic = {
  name: 'totals',
  async answer({ service }) {
    const stats = await read(service, '/api/launchpad/stats')
    const share = stats.tokens > 0 ? percentOfBps(Math.round((stats.graduated / stats.tokens) * 10_000)) : '0%'
    return {
      text: `${stats.tokens} launched, ${stats.graduated} of them graduated (${share}); ${stats.trades} trades over ${ether(stats.volumeEth)}, of which ${stats.trades24h} over ${ether(stats.volume24hEth)} in the last 24 hours. At block ${stats.block}.`,
    }
  },
}

export const rankingTopics: readonly Topic[] = [ranking, totals]
