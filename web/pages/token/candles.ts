import type { Candle, Trade } from '../../api/launchpad.ts'

/** The lengths of candles that can be chosen, in seconds. */
export const INTERVALS = { '1s': 1, '1m': 60, '5m': 300, '1h': 3_600, '1d': 86_400 } as const
export type Interval = keyof typeof INTERVALS

/** Candles show the market cap or the price of one token. */
export type Scale = 'cap' | 'price'

const KEPT = 600
/** Old candles are dropped many at a time, because a chart that only grows at its end need not be redrawn. */
const SPARE = 120

/** Candles with live trades taken in, oldest first; stretches without a trade are filled in between. */
export function absorb(candles: readonly Candle[], trades: readonly Trade[], seconds: number): Candle[] {
  const all = [...candles]
  for (const trade of trades) {
    const start = Math.floor(Date.parse(trade.timestamp) / 1000 / seconds) * seconds
    fillUpTo(all, start, seconds)
    const last = all.at(-1)
    if (last && secondsOf(last) === start) all[all.length - 1] = joined(last, trade)
  }
  return all.length > KEPT + SPARE ? all.slice(-KEPT) : all
}

function fillUpTo(all: Candle[], start: number, seconds: number): void {
  const last = all.at(-1)
  if (!last) return
  const from = Math.max(secondsOf(last) + seconds, start - KEPT * seconds)
  for (let at = from; at <= start; at += seconds) all.push(flat(last.close, at))
}

function flat(price: string, at: number): Candle {
  const time = new Date(at * 1000).toISOString()
  return { time, open: price, high: price, low: price, close: price, volumeEth: '0', volumeTokens: '0', trades: 0 }
}

function joined(candle: Candle, { priceEth, ethAmount, tokenAmount }: Trade): Candle {
  return {
    ...candle,
    high: larger(candle.high, priceEth),
    low: larger(candle.low, priceEth) === candle.low ? priceEth : candle.low,
    close: priceEth,
    volumeEth: String(BigInt(candle.volumeEth) + BigInt(ethAmount)),
    volumeTokens: String(BigInt(candle.volumeTokens) + BigInt(tokenAmount)),
    trades: candle.trades + 1,
  }
}

function larger(a: string, b: string): string {
  return BigInt(a) >= BigInt(b) ? a : b
}

function secondsOf({ time }: Candle): number {
  return Date.parse(time) / 1000
}
