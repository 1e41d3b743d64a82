import { expect, it } from 'vitest'
import type { Candle, Trade } from '../../api/launchpad.ts'
import { absorb } from './candles.ts'

const candle = (time: string, close: string): Candle => ({
  time,
  open: '10',
  high: '12',
  low: '9',
  close,
  volumeEth: '5',
  volumeTokens: '5',
  trades: 1,
})
const trade = (timestamp: string, priceEth: string) =>
  ({ timestamp, priceEth, ethAmount: '7', tokenAmount: '3' }) as Trade

it('takes a trade into the candle of its time', () => {
  const [only] = absorb([candle('2026-01-01T00:00:00.000Z', '11')], [trade('2026-01-01T00:00:42Z', '8')], 60)
  expect(only).toMatchObject({ open: '10', high: '12', low: '8', close: '8', volumeEth: '12', trades: 2 })
})

it('fills the stretches in which nothing happened', () => {
  const all = absorb([candle('2026-01-01T00:00:00.000Z', '11')], [trade('2026-01-01T00:03:01Z', '15')], 60)
  expect(all.map(({ close, trades }) => [close, trades])).toEqual([
    ['11', 1],
    ['11', 0],
    ['11', 0],
    ['15', 1],
  ])
  expect(all.at(-1)).toMatchObject({ open: '11', high: '15', low: '11' })
})

it('leaves a trade out that is older than what is shown', () => {
  const before = [candle('2026-01-01T00:05:00.000Z', '11')]
  expect(absorb(before, [trade('2026-01-01T00:00:00Z', '1')], 60)).toEqual(before)
})
