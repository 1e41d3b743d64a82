import { expect, test } from 'vitest'
import { fixed } from '#site/format.ts'
import type { Candle, Trade } from '../../api/launchpad.ts'
import { averagesOf, capLabel, figure, marksOf, placesOf, priceLabel, timeLabel } from './chartLabels.ts'

const candle = (minute: number, price = '1720000000') =>
  ({ time: new Date(minute * 60_000).toISOString(), open: price, high: price, low: price, close: price }) as Candle
const trade = (minute: number, side: Trade['side']) =>
  ({ timestamp: new Date(minute * 60_000 + 5_000).toISOString(), side }) as Trade

test('own trades are one mark for each candle and side, with their number', () => {
  const trades = [trade(2, 'sell'), trade(1, 'buy'), trade(1, 'buy'), trade(1, 'buy')]
  expect(marksOf(trades, [candle(1), candle(2)])).toEqual([
    { time: 60, side: 'buy', text: 'B 3' },
    { time: 120, side: 'sell', text: 'S' },
  ])
})

test('neighbouring labels of the axis differ', () => {
  const candles = [candle(1, '910000000'), candle(2, '910900000')]
  const label = capLabel(placesOf(candles))
  const labels = [0.91, 0.9103, 0.9106, 0.9109].map(label)
  expect(new Set(labels).size).toBe(labels.length)
})

test('the label of the last price is rounded as the figure in the head of the page', () => {
  const wei = '1729999999'
  expect(capLabel(2)(figure(wei))).toBe(fixed(BigInt(wei) * 10n ** 9n, 2))
})

test('a price folds its zeros without brackets, and nothing is below zero', () => {
  expect(priceLabel(3.69)).toBe('0.0₈369')
  expect([priceLabel(-1), capLabel(2)(-0.1)]).toEqual(['', ''])
})

test('an average begins once there are enough closes, and follows them', () => {
  const candles = [1, 2, 6, 10].map((gwei, minute) => candle(minute, `${gwei}000000000`))
  expect(averagesOf(candles, 3)).toEqual([undefined, undefined, 3, 6])
})

test('the marks of the time axis are in UTC, and the chart names the months itself', () => {
  const seconds = Date.UTC(2026, 10, 8, 9, 5, 7) / 1000
  expect([0, 1, 2, 3, 4].map((kind) => timeLabel(seconds, kind))).toEqual(['2026', null, '8', '09:05', '09:05:07'])
})
