/** Prices of one interval in wei per whole token; `start` and lengths are in seconds. */
export type Candle = {
  start: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volumeEth: bigint
  volumeTokens: bigint
  trades: number
}

/** One trade, with the price before and after it. */
export type Tick = { at: number; before: bigint; price: bigint; eth: bigint; tokens: bigint }

/** The intervals that the API offers. */
export const INTERVALS = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
} as const

export type Interval = keyof typeof INTERVALS

/** Stored lengths; others are merged from the longest of these that divides them. */
export const STORED = [60, 3600, 86_400] as const

/** The stored length that an interval is merged from; undefined if it is computed from trades. */
export function storedFor(seconds: number): (typeof STORED)[number] | undefined {
  return STORED.findLast((stored) => seconds % stored === 0)
}

export function startOf(at: number, seconds: number): number {
  return at - (at % seconds)
}

/** The candle of one trade. It opens at the price before the trade, which is the close of the previous candle. */
export function ofTick({ at, before, price, eth, tokens }: Tick, seconds: number): Candle {
  const [low, high] = before < price ? [before, price] : [price, before]
  const start = startOf(at, seconds)
  return { start, open: before, high, low, close: price, volumeEth: eth, volumeTokens: tokens, trades: 1 }
}

/** Merges the later candle into the earlier one. */
export function extend(earlier: Candle, later: Candle): void {
  earlier.high = later.high > earlier.high ? later.high : earlier.high
  earlier.low = later.low < earlier.low ? later.low : earlier.low
  earlier.close = later.close
  earlier.volumeEth += later.volumeEth
  earlier.volumeTokens += later.volumeTokens
  earlier.trades += later.trades
}

/** Merges shorter candles, in order of time, into longer ones. */
export function merge(candles: readonly Candle[], seconds: number): Candle[] {
  const merged: Candle[] = []
  for (const candle of candles) {
    const start = startOf(candle.start, seconds)
    const last = merged.at(-1)
    if (last?.start === start) extend(last, candle)
    else merged.push({ ...candle, start })
  }
  return merged
}

export type Span = { from: number; to: number; seconds: number }

/**
 * One candle for every interval from `from` to `to`, both included. Each opens at the close of the previous one; an
 * interval without a trade keeps that price.
 */
export function fill(candles: readonly Candle[], { from, to, seconds }: Span, previousClose: bigint): Candle[] {
  const byStart = new Map(candles.map((candle) => [candle.start, candle]))
  const filled: Candle[] = []
  let close = previousClose
  for (let start = startOf(from, seconds); start <= to; start += seconds) {
    const candle = byStart.get(start)
    filled.push(candle ? opened(candle, close) : still(start, close))
    close = candle?.close ?? close
  }
  return filled
}

function opened(candle: Candle, open: bigint): Candle {
  const high = open > candle.high ? open : candle.high
  const low = open < candle.low ? open : candle.low
  return { ...candle, open, high, low }
}

function still(start: number, price: bigint): Candle {
  return { start, open: price, high: price, low: price, close: price, volumeEth: 0n, volumeTokens: 0n, trades: 0 }
}
