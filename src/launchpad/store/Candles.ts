import type { Candle } from '#launchpad/Candle.ts'
import type { Tables } from './tables.ts'

export function toCandle(row: Tables['launch_candles']): Candle {
  return {
    start: row.start,
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
    volumeEth: BigInt(row.volume_eth),
    volumeTokens: BigInt(row.volume_tokens),
    trades: row.trades,
  }
}
