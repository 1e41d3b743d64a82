export type Plotted = { at: number; value: number }

type Life = { createdAtTimestamp: string | null; lastTradeAt: string | null }

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR
const EDGE = 4

/** The length of an interval with which the life of a token has at most 300 of them, or the longest one. */
export function intervalFor({ createdAtTimestamp, lastTradeAt }: Life): '1m' | '1h' | '1d' {
  if (createdAtTimestamp === null || lastTradeAt === null) return '1m'
  const age = (Date.parse(lastTradeAt) - Date.parse(createdAtTimestamp)) / 1000
  if (age <= 5 * HOUR) return '1m'
  return age <= 12 * DAY ? '1h' : '1d'
}

/** The end of an interval, in seconds. */
export function endOf(time: string, interval: '1m' | '1h' | '1d'): number {
  return Date.parse(time) / 1000 + { '1m': MINUTE, '1h': HOUR, '1d': DAY }[interval]
}

/** A line of steps from zero up: a value holds until the next point. */
export function pathOf(points: readonly Plotted[], { width, height }: { width: number; height: number }): string {
  const start = points[0]?.at ?? 0
  const span = Math.max(1, (points.at(-1)?.at ?? 0) - start)
  const highest = Math.max(1, ...points.map(({ value }) => value))
  const x = (at: number) => (((at - start) / span) * width).toFixed(1)
  const y = (value: number) => (height - EDGE - (value / highest) * (height - 2 * EDGE)).toFixed(1)
  const [first, ...rest] = points
  if (!first) return ''
  return `M0.0 ${y(first.value)}${rest.map(({ at, value }) => `H${x(at)}V${y(value)}`).join('')}`
}
