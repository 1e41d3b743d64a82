import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Candle from './Candle.ts'

const ticks = fc
  .array(
    fc.record({
      at: fc.integer({ min: 1_700_000_000, max: 1_700_090_000 }),
      price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      eth: fc.bigInt({ min: 1n, max: 10n ** 18n }),
      tokens: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    const sorted = list.sort((a, b) => a.at - b.at)
    return sorted.map((tick, index) => ({ ...tick, before: sorted[index - 1]?.price ?? 7n }))
  })

function candlesOf(list: readonly Candle.Tick[], seconds: number): Candle.Candle[] {
  return Candle.merge(
    list.map((tick) => Candle.ofTick(tick, 1)),
    seconds,
  )
}

describe('candles', () => {
  test('of a longer interval are the same from trades and from shorter candles', () => {
    fc.assert(
      fc.property(ticks, (list) => {
        expect(Candle.merge(candlesOf(list, 60), 3600)).toEqual(candlesOf(list, 3600))
      }),
    )
  })

  test('hold every trade once', () => {
    fc.assert(
      fc.property(ticks, fc.constantFrom(...Object.values(Candle.INTERVALS)), (list, seconds) => {
        const candles = candlesOf(list, seconds)
        expect(candles.reduce((sum, { trades }) => sum + trades, 0)).toBe(list.length)
        expect(candles.reduce((sum, { volumeEth }) => sum + volumeEth, 0n)).toBe(
          list.reduce((s, { eth }) => s + eth, 0n),
        )
        for (const { low, high, open, close } of candles)
          expect([open, close].every((p) => p >= low && p <= high)).toBe(true)
      }),
    )
  })

  test('leave no gap once filled, and each opens where the one before closed', () => {
    const list = [
      { at: 120, before: 3n, price: 5n, eth: 1n, tokens: 1n },
      { at: 301, before: 5n, price: 9n, eth: 2n, tokens: 1n },
    ]
    const filled = Candle.fill(candlesOf(list, 60), { from: 60, to: 360, seconds: 60 }, 3n)
    expect(filled.map(({ start, open, high, low, close, trades }) => [start, open, high, low, close, trades])).toEqual([
      [60, 3n, 3n, 3n, 3n, 0],
      [120, 3n, 5n, 3n, 5n, 1],
      [180, 5n, 5n, 5n, 5n, 0],
      [240, 5n, 5n, 5n, 5n, 0],
      [300, 5n, 9n, 5n, 9n, 1],
      [360, 9n, 9n, 9n, 9n, 0],
    ])
  })

  test.each([
    ['1s', undefined],
    ['15s', undefined],
    ['1m', 60],
    ['15m', 60],
    ['4h', 3600],
    ['1d', 86_400],
  ] as const)('%s is made from %s', (interval, kept) => {
    expect(Candle.storedFor(Candle.INTERVALS[interval])).toBe(kept)
  })
})
