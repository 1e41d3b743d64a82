import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { LaunchService } from '../setup/launchpad/launchService.ts'
import { type RawChain, readRawChain } from '../setup/launchpad/rawChain.ts'
import { byAmount, type Recounted, recountLaunches } from '../setup/launchpad/recountLaunch.ts'
import { recountCandles } from '../setup/launchpad/recountTrades.ts'
import { runHistory } from '../setup/launchpad/runHistory.ts'
import { untilFollowed } from '../setup/launchpad/untilFollowed.ts'

const SEED = Number(process.env['SEED'] ?? 4663)
const ROUNDS = inject('deep') ? 120 : 14
const INTERVALS = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}

/** The service has no price feed. */
const NO_DOLLARS = { priceUsd: null, marketCapUsd: null, volume24hUsd: null }

let service: LaunchService
let raw: RawChain
let launches: Recounted[]
let sent: number

beforeAll(
  async () => {
    const history = await runHistory({ seed: SEED, rounds: ROUNDS })
    ;({ service, sent } = history)
    await untilFollowed(service)
    raw = await readRawChain(service.chain)
    launches = await recountLaunches(raw, history.now)
  },
  inject('deep') ? 1_800_000 : 180_000,
)
afterAll(() => service?.[Symbol.asyncDispose]())

/** A busy database may ask for patience. */
async function read(path: string) {
  for (let tries = 0; ; tries++) {
    const body = await service.get(path)
    if (body.code !== 'unavailable' || tries === 10) return body
  }
}

/** Every page of a list. */
async function all(path: string, list: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await read(`${path}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    found.push(...page[list])
    if (page.nextCursor === undefined) return found
    cursor = page.nextCursor
  }
}

describe(`the responses after a random history, seed ${SEED}, equal a recount of raw logs and balances`, () => {
  test('the history has all that it should have', () => {
    const count = (name: string) => raw.logs.filter((log) => log.name === name).length
    const trades = launches.flatMap((launch) => launch.trades.map(({ trade }) => trade)) as Record<string, string>[]
    expect(sent).toBeGreaterThan(ROUNDS * 20)
    for (const name of ['Graduated', 'FeesClaimed', 'LockReleased'])
      expect([name, count(name) > 0]).toEqual([name, true])
    for (const [venue, side] of [
      ['curve', 'buy'],
      ['curve', 'sell'],
      ['pool', 'buy'],
      ['pool', 'sell'],
    ])
      expect([venue, side, trades.some((trade) => trade['venue'] === venue && trade['side'] === side)]).toEqual([
        venue,
        side,
        true,
      ])
    expect(trades.some(({ ethAmount, feeBackedEth }) => BigInt(feeBackedEth ?? 0) < BigInt(ethAmount ?? 0))).toBe(true)
    expect(launches.some(({ record }) => BigInt(String(record['burned'])) > 0n)).toBe(true)
  })

  test('token: every field of every launch', async () => {
    for (const { record, signals } of launches) {
      const { warnings, ...token } = await read(`/api/launchpad/token?address=${record.address}`)
      expect(token).toEqual({ ...record, ...NO_DOLLARS, usdSource: null, signals })
      expect(warnings).toHaveLength(2)
    }
  })

  test.each(['newest', 'progress', 'volume', 'marketCap', 'lastTrade', 'newHolders'] as const)(
    'tokens by %s',
    async (sort) => {
      const sorted = [...launches].sort(
        (a, b) => byAmount(a.order[sort], b.order[sort]) || byAmount(a.order.newest, b.order.newest),
      )
      expect(await all(`/api/launchpad/tokens?sort=${sort}&include=glance`, 'tokens')).toEqual(
        sorted.map(({ record, glance }) => ({ ...record, ...NO_DOLLARS, glance })),
      )
    },
  )

  test('trades: of all, of each launch, of each account', async () => {
    const trades = launches.flatMap((launch) => launch.trades).sort((a, b) => b.place - a.place)
    const bodiesOf = (list: typeof trades) => list.map(({ trade }) => trade)
    expect(await all('/api/launchpad/trades?', 'trades')).toEqual(bodiesOf(trades))
    for (const launch of launches)
      expect(await all(`/api/launchpad/trades?address=${launch.record.address}`, 'trades')).toEqual(
        bodiesOf(launch.trades).reverse(),
      )
    for (const account of service.chain.accounts)
      expect(await all(`/api/launchpad/trades?trader=${account}`, 'trades')).toEqual(
        bodiesOf(trades).filter(({ trader }) => trader === account),
      )
  })

  test('holders, with what is burned, locked, on the curve and in the pool', async () => {
    for (const { record, holders } of launches)
      expect(await read(`/api/launchpad/holders?address=${record.address}&limit=100`)).toEqual(holders)
  })

  test.each(Object.entries(INTERVALS))('candles of %s', async (interval, seconds) => {
    for (const { record, trades, createdAt } of launches) {
      const path = `/api/launchpad/candles?address=${record.address}&interval=${interval}&limit=100`
      const drawn = recountCandles(raw, trades, { seconds, createdAt, limit: 100 })
      expect((await read(path)).candles).toEqual(drawn)
    }
  })

  test('stats and both boards', async () => {
    const { leaderboard, behindMs: _, ...totals } = await read('/api/launchpad/stats')
    const sum = (of: readonly Recounted[], field: string) =>
      of.reduce(
        (total, { record }) =>
          total + BigInt(Number.isInteger(record[field]) ? Number(record[field]) : String(record[field])),
        0n,
      )
    const graduated = (of: readonly Recounted[]) => of.filter(({ record }) => record.graduated).length
    const volumes = ['volumeEth', 'volume24hEth', 'feeBackedVolumeEth', 'feeBackedVolume24hEth']
    expect(totals).toEqual({
      ...{ volume24hUsd: null, usdSource: null },
      ...Object.fromEntries(volumes.map((field) => [field, `${sum(launches, field)}`])),
      ...{ tokens: launches.length, graduated: graduated(launches) },
      ...{ trades: Number(sum(launches, 'trades')), trades24h: Number(sum(launches, 'trades24h')) },
      ...{ block: (await service.chain.head()).number, blockTime: new Date(raw.headTime * 1000).toISOString() },
    })
    const creators = [...Map.groupBy(launches, ({ record }) => record.creator)].map(([address, own]) => ({
      ...{ address, tokens: own.length, graduated: graduated(own) },
      ...{ volumeEth: `${sum(own, 'volumeEth')}`, feeBackedVolumeEth: `${sum(own, 'feeBackedVolumeEth')}` },
      outsideVolumeEth: `${own.reduce((total, { outsideVolume }) => total + outsideVolume, 0n)}`,
    }))
    const byVolume = (a: { outsideVolumeEth: string }, b: { outsideVolumeEth: string }) =>
      BigInt(a.outsideVolumeEth) < BigInt(b.outsideVolumeEth) ? 1 : -1
    expect(leaderboard.creators).toEqual(creators.sort(byVolume).slice(0, 10))
    const shown = leaderboard.tokens.map((token: object) => ({ ...token, ...NO_DOLLARS }))
    expect(shown).toEqual((await read('/api/launchpad/tokens?sort=volume&limit=10')).tokens)
  })
})
