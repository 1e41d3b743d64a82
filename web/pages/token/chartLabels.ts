import { price as priceParts } from '#site/format.ts'
import type { Candle, Trade } from '../../api/launchpad.ts'

const GWEI = 1e9
const SUBSCRIPTS = [...'₀₁₂₃₄₅₆₇₈₉']

/** `time` is the beginning of its candle, in seconds. */
export type TradeMark = { time: number; side: Trade['side']; text: string }

/** The reader's own trades: one mark for each candle and side, with their number. */
export function marksOf(trades: readonly Trade[], candles: readonly Candle[]): TradeMark[] {
  const times = candles.map(secondsOf)
  const counts = new Map<string, { time: number; side: Trade['side']; count: number }>()
  for (const { timestamp, side } of trades.toReversed()) {
    const time = times.findLast((start) => start <= Date.parse(timestamp) / 1000)
    if (time === undefined) continue
    const key = `${time} ${side}`
    counts.set(key, { time, side, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].map(({ time, side, count }) => ({
    time,
    side,
    text: `${side === 'buy' ? 'B' : 'S'}${count === 1 ? '' : ` ${count}`}`,
  }))
}

/** The beginning of a candle, in seconds. */
export function secondsOf({ time }: Candle): number {
  return Date.parse(time) / 1000
}

/** A market cap in ETH, which is a price in units of 10^-9 ETH: a thousand million tokens are the supply. */
export function figure(wei: string): number {
  return Number(wei) / GWEI
}

/** The mean of each candle's close and those before it, `count` in all; undefined while there are fewer. */
export function averagesOf(candles: readonly Candle[], count: number): (number | undefined)[] {
  const closes = candles.map(({ close }) => figure(close))
  let sum = 0
  return closes.map((close, index) => {
    sum += close - (closes[index - count] ?? 0)
    return index + 1 < count ? undefined : sum / count
  })
}

/** Enough decimals that neighbouring labels of the axis differ. */
export function placesOf(candles: readonly Candle[]): number {
  const spread =
    Math.max(...candles.map(({ high }) => figure(high))) - Math.min(...candles.map(({ low }) => figure(low)))
  if (!(spread > 0)) return 2
  return Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(spread))))
}

/** Rounded down, as everywhere on the page; room below the candles is not a market cap below zero. */
export function capLabel(places: number): (value: number) => string {
  const unit = 10 ** places
  return (value) => (value < 0 ? '' : (Math.floor(value * unit + 1e-9) / unit).toFixed(places))
}

/** A price with its zeros folded, as everywhere on the page. */
export function priceLabel(value: number): string {
  if (value < 0) return ''
  const { text, zeros, digits } = priceParts(BigInt(Math.round(value * GWEI)))
  const folded = [...String(zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return zeros === 0 ? text : `${text}${folded}${digits}`
}

/** The kinds of marks on the time axis, as the chart counts them. */
const MARKS: Record<number, (moment: string) => string> = {
  0: (moment) => moment.slice(0, 4),
  2: (moment) => String(Number(moment.slice(8, 10))),
  3: (moment) => moment.slice(11, 16),
  4: (moment) => moment.slice(11, 19),
}

/** A mark of the time axis, in UTC; null for a month, whose name the chart reads from the tables of Intl, which are slow to load. */
export function timeLabel(seconds: number, kind: number): string | null {
  return MARKS[kind]?.(new Date(seconds * 1000).toISOString()) ?? null
}
