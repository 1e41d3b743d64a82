import type { TokenInformation } from '../api/liquidity.ts'
import type { DepthSegment } from '../components/depthBars.ts'
import { cutToDigits, cutToPlaces } from './digits.ts'

/** A token with more decimals than this has no meaningful whole unit, so its smallest unit is counted. */
const DECIMALS_MAX = 36
const TICK_BASE = 1.0001
const DYNAMIC_FEE = 0x80_00_00
const SMALLEST_SHOWN = 0.000_001
const MILLION = 1_000_000

/** The two tokens of a pool, in its order. */
export type Pair = readonly [TokenInformation, TokenInformation]

export function decimalsOf({ decimals }: TokenInformation): number {
  return decimals > DECIMALS_MAX ? 0 : decimals
}

/** Whole token1 for one whole token0, at a tick. */
export function priceAtTick(tick: number, [token0, token1]: Pair): number {
  return TICK_BASE ** tick * 10 ** (decimalsOf(token0) - decimalsOf(token1))
}

/** The same at a square-root price. */
export function priceAt(sqrtRatioX96: string, [token0, token1]: Pair): number {
  return (Number(sqrtRatioX96) / 2 ** 96) ** 2 * 10 ** (decimalsOf(token0) - decimalsOf(token1))
}

/** The value of two amounts in one of the tokens, at the pool's price, in smallest units. */
export function worthIn(
  [amount0, amount1]: readonly [bigint, bigint],
  sqrtRatioX96: bigint,
  quote: 'token0' | 'token1',
): bigint {
  const square = sqrtRatioX96 * sqrtRatioX96
  if (quote === 'token1') return amount1 + ((amount0 * square) >> 192n)
  return square === 0n ? amount0 : amount0 + (amount1 << 192n) / square
}

/** A pair's price as a square root, from what it holds. */
export function ratioOf(amount0: bigint, amount1: bigint): bigint {
  if (amount0 === 0n) return 0n
  return BigInt(Math.round(Math.sqrt(Number(amount1) / Number(amount0)) * 2 ** 64)) << 32n
}

/** A pool's fee in words. */
export function feeText(fee: number): string {
  return fee === DYNAMIC_FEE ? 'dynamic fee' : `${fee / 10_000} %`
}

/** An amount at a glance, rounded down; show the exact one next to it. */
export function amountText(amount: bigint, token: TokenInformation): string {
  return numberText(Number(amount) / 10 ** decimalsOf(token))
}

/** A figure at a glance, rounded down. */
export function numberText(value: number): string {
  if (value === 0) return '0'
  if (value < SMALLEST_SHOWN) return '< 0.000001'
  if (value >= MILLION * 1_000) return `${cutToPlaces(value / MILLION / 1_000, 2)} B`
  if (value >= MILLION) return `${cutToPlaces(value / MILLION, 2)} M`
  return value >= 1_000 ? cutToPlaces(value, 2) : cutToDigits(value, 6)
}

type Reserves = { token0: number; token1: number }

/** The amounts of a pool between two ticks, in smallest units: token1 below the current tick, token0 above. */
export function heldBetween(
  segments: readonly DepthSegment[],
  currentTick: number,
  { from, to }: { from: number; to: number },
): Reserves {
  const root = (tick: number) => TICK_BASE ** (tick / 2)
  const held = { token0: 0, token1: 0 }
  for (const { tickLower, tickUpper, liquidity } of segments) {
    const [start, end] = [Math.max(from, tickLower), Math.min(to, tickUpper)]
    if (end <= start) continue
    const turn = Math.min(Math.max(currentTick, start), end)
    held.token1 += Number(liquidity) * (root(turn) - root(start))
    held.token0 += Number(liquidity) * (1 / root(turn) - 1 / root(end))
  }
  return held
}

/** The amounts within a fraction of the price on either side. */
export function depthWithin(segments: readonly DepthSegment[], currentTick: number, part: number): Reserves {
  const reach = Math.log(1 + part) / Math.log(TICK_BASE)
  return heldBetween(segments, currentTick, { from: currentTick - reach, to: currentTick + reach })
}

/** Usual for dollars; ETH and most other tokens have 18. */
const DOLLAR_DECIMALS = 6

/** The token that prices and values are counted in at first: ETH, unless the other one looks like a dollar. */
export function usualQuote([token0, token1]: Pair, wrappedNative: string | null): 'token0' | 'token1' {
  const isEth = ({ address }: TokenInformation) => /^0x0{40}$/.test(address) || address === wrappedNative
  if (token0.decimals === DOLLAR_DECIMALS && token1.decimals !== DOLLAR_DECIMALS) return 'token0'
  return isEth(token0) && token1.decimals !== DOLLAR_DECIMALS ? 'token0' : 'token1'
}
