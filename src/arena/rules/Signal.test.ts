import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Signal from './Signal.ts'

const postedAt = 1_000_000

function trades(...list: [at: number, price: bigint][]): Signal.Trade[] {
  return list.map(([at, price]) => ({ at, price, backed: 10n ** 18n }))
}

describe('windows', () => {
  test.each([
    [60, 15],
    [400, 100],
    [3_600, 900],
    [86_400, 900],
  ])('with a horizon of %i s reach %i s to both sides', (horizonSeconds, reach) => {
    expect(Signal.windows({ postedAt, horizonSeconds })).toEqual({
      entry: { from: postedAt - reach, to: postedAt + reach },
      exit: { from: postedAt + horizonSeconds - reach, to: postedAt + horizonSeconds + reach },
    })
  })

  test('of entry and exit never meet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 604_800 }), (horizonSeconds) => {
        const { entry, exit } = Signal.windows({ postedAt, horizonSeconds })
        expect(entry.to).toBeLessThan(exit.from)
      }),
    )
  })
})

test('the median of an even number of prices is the mean of the middle two, rounded down', () => {
  expect(Signal.median([])).toBe(null)
  expect(Signal.median([7n])).toBe(7n)
  expect(Signal.median([9n, 1n, 5n])).toBe(5n)
  expect(Signal.median([4n, 1n, 9n, 7n])).toBe(5n)
})

describe('settle', () => {
  const signal = { side: 'buy', postedAt, horizonSeconds: 400 } as const
  const entry = trades([postedAt - 20, 100n], [postedAt - 5, 100n], [postedAt + 30, 104n])
  const exit = trades([postedAt + 390, 120n], [postedAt + 400, 110n], [postedAt + 450, 500n])

  test('a buy gains what the median rose by, in basis points', () => {
    expect(Signal.settle(signal, { entry, exit })).toEqual({
      status: 'scored',
      entryMedian: 100n,
      entryLast: 100n,
      entryTrades: 3,
      exitMedian: 120n,
      exitTrades: 3,
      scoreBps: 2_000,
      weight: 1,
    })
  })

  test('a sell loses the same', () => {
    expect(Signal.settle({ ...signal, side: 'sell' }, { entry, exit }).scoreBps).toBe(-2_000)
  })

  test('a signal that is posted after a jump enters at the price after it', () => {
    const jump = trades([postedAt - 60, 100n], [postedAt - 50, 100n], [postedAt - 1, 200n])
    const stays = trades([postedAt + 390, 200n], [postedAt + 400, 200n], [postedAt + 410, 200n])
    expect(Signal.settle(signal, { entry: jump, exit: stays })).toMatchObject({ scoreBps: 0, entryLast: 200n })
    const fall = trades([postedAt - 60, 200n], [postedAt - 50, 200n], [postedAt - 1, 100n])
    const low = trades([postedAt + 390, 100n], [postedAt + 400, 100n], [postedAt + 410, 100n])
    expect(Signal.settle({ ...signal, side: 'sell' }, { entry: fall, exit: low }).scoreBps).toBe(0)
  })

  test.each([
    ['entry', { entry: entry.slice(1), exit }],
    ['exit', { entry, exit: exit.slice(1) }],
  ])('with fewer than three trades around the %s it is unscored', (_, few) => {
    expect(Signal.settle(signal, few)).toMatchObject({ status: 'unscored', scoreBps: null })
  })

  test('in a thin market it is unscored: each window costs at least 0.01 ETH in fees, an honest signal nothing', () => {
    const thin = (list: Signal.Trade[]) => list.map((trade) => ({ ...trade, backed: 10n ** 16n }))
    expect(Signal.settle(signal, { entry: thin(entry), exit })).toMatchObject({ status: 'unscored', scoreBps: null })
    expect(Signal.settle(signal, { entry, exit: thin(exit) })).toMatchObject({ status: 'unscored', scoreBps: null })
    const treasuryHalf = (volume: bigint) => volume / 200n
    expect(treasuryHalf(Signal.WINDOW_VOLUME_MIN)).toBe(10n ** 16n)
  })

  test('one trade out of line moves no score', () => {
    const spiked = [...entry.slice(0, 2), { at: postedAt + 1, price: 10n ** 30n, backed: 10n ** 18n }]
    expect(Signal.settle(signal, { entry: spiked, exit }).scoreBps).toBe(2_000)
  })

  test('no score leaves ±10,000', () => {
    const high = exit.map((trade) => ({ ...trade, price: 10n ** 24n }))
    expect(Signal.settle(signal, { entry, exit: high }).scoreBps).toBe(10_000)
    expect(Signal.settle({ ...signal, side: 'sell' }, { entry, exit: high }).scoreBps).toBe(-10_000)
  })
})
