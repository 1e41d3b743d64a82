/** Price strings: raw ratios of smallest units, written with up to 36 decimals. */

import * as SqrtPrice from './SqrtPrice.ts'
import * as Tick from './Tick.ts'

const DECIMALS = 36
const ONE = 10n ** BigInt(DECIMALS)
// With ten or more digits, 36 decimals are enough to distinguish neighbouring ticks.
const SHARP = 10n ** 10n

/** The token that a price is quoted in: `token1` means token1 per token0, `token0` the inverse. */
export type Quote = 'token0' | 'token1'
type Fraction = { numerator: bigint; denominator: bigint }

/**
 * The greatest tick at or below a decimal price; prices beyond the protocol's limits give its end ticks.
 * A price that `fromTick` wrote gives back its tick although its end was cut off.
 */
export function toTick(price: string, quote: Quote): number {
  const tick = tickBelow(parse(price), quote)
  const written = scaled(price)
  if (quote === 'token0' || tick === Tick.MAX || written < SHARP) return tick
  return written === scaledAt(tick + 1, quote) ? tick + 1 : tick
}

/** The price at a tick with 36 decimals, the rest cut off. */
export function fromTick(tick: number, quote: Quote): string {
  return fromSqrtRatio(Tick.toSqrtRatio(tick), quote)
}

/** The same at any price. */
export function fromSqrtRatio(sqrtRatioX96: bigint, quote: Quote): string {
  return write(scaledFrom(sqrtRatioX96, quote))
}

/** The same, rounded up. */
export function aboveSqrtRatio(sqrtRatioX96: bigint, quote: Quote): string {
  return write(scaledFrom(sqrtRatioX96, quote) + 1n)
}

function write(price: bigint): string {
  const digits = price.toString().padStart(DECIMALS + 1, '0')
  return [digits.slice(0, -DECIMALS), digits.slice(-DECIMALS)].join('.')
}

function tickBelow({ numerator, denominator }: Fraction, quote: Quote): number {
  const [amount1, amount0] = quote === 'token1' ? [numerator, denominator] : [denominator, numerator]
  if (amount1 === 0n) return Tick.MIN
  if (amount0 === 0n) return Tick.MAX
  const sqrtRatioX96 = SqrtPrice.fromRatio(amount1, amount0)
  if (sqrtRatioX96 < SqrtPrice.MIN) return Tick.MIN
  return sqrtRatioX96 >= SqrtPrice.MAX ? Tick.MAX : Tick.fromSqrtRatio(sqrtRatioX96)
}

function scaledAt(tick: number, quote: Quote): bigint {
  return scaledFrom(Tick.toSqrtRatio(tick), quote)
}

function scaledFrom(sqrtRatioX96: bigint, quote: Quote): bigint {
  const square = sqrtRatioX96 * sqrtRatioX96
  return quote === 'token1' ? (square * ONE) >> 192n : (ONE << 192n) / square
}

function scaled(price: string): bigint {
  const { numerator, denominator } = parse(price)
  return (numerator * ONE) / denominator
}

function parse(price: string): Fraction {
  const [whole = '0', fraction = ''] = price.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}
