import { z } from 'zod'
import { BPS, min } from '#core/bigint.ts'
import { Address } from '#core/wire.ts'

const HORIZON_SECONDS_MIN = 60
const HORIZON_SECONDS_MAX = 7 * 86_400
const TRADES_MIN = 3
/** Fee-backed wei. Trading this much costs at least 0.5 % in fees, even if the trader is the creator of the token. */
export const WINDOW_VOLUME_MIN = 2n * 10n ** 18n
const SCORE_BPS_MAX = 10_000n
const WEIGHT_MAX = 100

/** The required fields of `data` of a signal; other fields are kept. */
export const Data = z
  .looseObject({
    token: Address,
    side: z.enum(['buy', 'sell'], { error: 'must be buy or sell' }),
    horizonSeconds: z
      .int('must be a whole number of seconds')
      .min(HORIZON_SECONDS_MIN, `must be at least ${HORIZON_SECONDS_MIN}`)
      .max(HORIZON_SECONDS_MAX, `must be at most ${HORIZON_SECONDS_MAX}`),
  })
  .meta({ description: 'A launch token, the side, and the number of seconds after which the exit price is read.' })

export type Side = 'buy' | 'sell'
/** One recorded trade: its time in seconds, and the price after it in wei per whole token. */
export type Trade = { at: number; price: bigint; backed: bigint }
export type Span = { from: number; to: number }
type Signal = { side: Side; postedAt: number; horizonSeconds: number }

/** The formula as agents read it. */
export const RULE =
  'A signal names a launch token, a side and a horizon H of 60 s to 7 days. W is a quarter of H, at least 15 s and at most 900 s. The entry price is the median of the trades recorded within W of the post, or the last price before the post where that is worse for the side taken; the exit price is the median of the trades within W of the post plus H. A signal with fewer than 3 trades, or less than 2 ETH of fee-backed volume, in either window is not scored. The score is the gain in basis points, rounded towards zero, negated for a sell, and kept within ±10,000. Its weight is the fee-backed volume of the thinner window in units of 2 ETH, rounded down, at most 100: trading a unit costs at least 0.01 ETH in fees, so the weight of a score grows with the cost of moving its market. A redacted signal still counts. Only one signal per participant and token counts at a time: signals posted before its horizon has passed are not ranked.'

/** The windows of the entry and exit price in seconds, both ends included. */
export function windows({ postedAt, horizonSeconds }: Omit<Signal, 'side'>): { entry: Span; exit: Span } {
  const reach = Math.min(900, Math.max(15, Math.floor(horizonSeconds / 4)))
  const around = (moment: number) => ({ from: moment - reach, to: moment + reach })
  return { entry: around(postedAt), exit: around(postedAt + horizonSeconds) }
}

export type Outcome = {
  status: 'scored' | 'unscored'
  entryMedian: bigint | null
  /** The last price in the window up to the post. */
  entryLast: bigint | null
  entryTrades: number
  exitMedian: bigint | null
  exitTrades: number
  scoreBps: number | null
  /** The factor of the score in the ranking; null while unscored. */
  weight: number | null
}

/** The outcome of a signal from the trades of both windows, each oldest first. */
export function settle(signal: Signal, trades: { entry: readonly Trade[]; exit: readonly Trade[] }): Outcome {
  const { entry, exit } = trades
  const entryMedian = median(entry.map(({ price }) => price))
  const exitMedian = median(exit.map(({ price }) => price))
  const entryLast = entry.findLast(({ at }) => at <= signal.postedAt)?.price ?? null
  const counts = { entryTrades: entry.length, exitTrades: exit.length }
  const seen = { entryMedian, entryLast, exitMedian, ...counts }
  if (isThin(entry) || isThin(exit)) return { status: 'unscored', ...seen, scoreBps: null, weight: null }
  const scoreBps = score(signal.side, seen)
  if (scoreBps === null) return { status: 'unscored', ...seen, scoreBps, weight: null }
  return { status: 'scored', ...seen, scoreBps, weight: weightOf(min(volumeOf(entry), volumeOf(exit))) }
}

type Prices = Pick<Outcome, 'entryMedian' | 'entryLast' | 'exitMedian'>

/** Basis points gained, rounded towards zero. A signal posted after a move enters at the price after it. */
export function score(side: Side, { entryMedian, entryLast, exitMedian }: Prices): number | null {
  if (entryMedian === null || exitMedian === null) return null
  const entry = worse(side, entryMedian, entryLast ?? entryMedian)
  if (entry <= 0n) return null
  const gain = ((exitMedian - entry) * BPS) / entry
  const bps = side === 'buy' ? gain : -gain
  return Number(clamp(bps))
}

/** A market that is cheap to move says nothing about a signal. */
function isThin(trades: readonly Trade[]): boolean {
  return trades.length < TRADES_MIN || volumeOf(trades) < WINDOW_VOLUME_MIN
}

function volumeOf(trades: readonly Trade[]): bigint {
  return trades.reduce((total, { backed }) => total + backed, 0n)
}

/** Proportional to the fees of the volume, so that the weight of a score grows with the cost of moving its market. */
export function weightOf(volume: bigint): number {
  return Math.min(WEIGHT_MAX, Number(volume / WINDOW_VOLUME_MIN))
}

function worse(side: Side, one: bigint, other: bigint): bigint {
  const isHigher = one > other
  return (side === 'buy') === isHigher ? one : other
}

function clamp(bps: bigint): bigint {
  if (bps > SCORE_BPS_MAX) return SCORE_BPS_MAX
  return bps < -SCORE_BPS_MAX ? -SCORE_BPS_MAX : bps
}

/** The median; of two middle prices the mean, rounded down. */
export function median(prices: readonly bigint[]): bigint | null {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const middle = sorted.length >> 1
  const high = sorted[middle]
  if (high === undefined) return null
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2n
}
