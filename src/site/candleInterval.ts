const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The default candle interval for a launch of this age, the same on the server and in the browser. */
export function candleInterval(ageSeconds: number): '1s' | '1m' | '5m' | '1h' {
  if (ageSeconds < 10 * MINUTE) return '1s'
  if (ageSeconds < 4 * HOUR) return '1m'
  return ageSeconds < DAY ? '5m' : '1h'
}
