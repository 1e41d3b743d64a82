import type { Address } from 'viem'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import * as Price from '#uniswap/Price.ts'
import * as Tick from '#uniswap/Tick.ts'

type Bounds = {
  readonly priceBounds?: { minPrice: string; maxPrice: string; quotedTokenAddress: Address } | undefined
  readonly tickBounds?: { tickLower: number; tickUpper: number } | undefined
}

/** A range as it was requested, before its ticks are snapped to a pool's spacing. */
export type RequestedRange = {
  readonly lower: number
  readonly upper: number
  /** The token that prices are counted in: the quoted one, or token1 where ticks were sent. */
  readonly quote: Price.Quote
  readonly field: 'priceBounds' | 'tickBounds' | 'keepRatio'
}

export type Range = {
  readonly tickLower: number
  readonly tickUpper: number
  readonly adjustedMinPrice: string
  readonly adjustedMaxPrice: string
  readonly quote: Price.Quote
}

const QUOTED = 'priceBounds.quotedTokenAddress'
const TICKS = upsideDown('tickBounds', 'tickLower', 'tickUpper')
const PRICES = upsideDown('priceBounds', 'minPrice', 'maxPrice')

function upsideDown(field: string, least: string, most: string) {
  return {
    message: `${field}.${least} is above ${field}.${most}. Send the smaller one first.`,
    options: { details: [{ type: 'field', value: field }] },
  }
}

/** Reads the range of a request. `quoted` is the token that `quotedTokenAddress` names, as the pool holds it. */
export function requestedRange(
  { priceBounds, tickBounds }: Bounds,
  { token0, token1 }: { readonly token0: Address; readonly token1: Address },
  quoted: Address | undefined,
): RequestedRange {
  if (!priceBounds) {
    const { tickLower: lower = 0, tickUpper: upper = 0 } = tickBounds ?? {}
    if (lower > upper) throw new ApiError('invalid_argument', TICKS.message, TICKS.options)
    return { lower, upper, quote: 'token1', field: 'tickBounds' }
  }
  if (quoted !== token0 && quoted !== token1) {
    throw invalidField(QUOTED, `must be one of the pool's tokens: ${token0} or ${token1}`)
  }
  const quote = quoted === token0 ? 'token0' : 'token1'
  const [min, max] = [Price.toTick(priceBounds.minPrice, quote), Price.toTick(priceBounds.maxPrice, quote)]
  // Quoted in token0 the price falls as the tick rises, so the minimum price is the upper tick.
  const [lower, upper] = quote === 'token1' ? [min, max] : [max, min]
  if (lower > upper) throw new ApiError('invalid_argument', PRICES.message, PRICES.options)
  return { lower, upper, quote, field: 'priceBounds' }
}

/** The nearest range whose ticks a pool of this spacing can use, with its prices in the quoted token. */
export function snapRange({ lower, upper, quote, field }: RequestedRange, spacing: number): Range {
  const [tickLower, tickUpper] = [Tick.snap(lower, spacing), Tick.snap(upper, spacing)]
  if (tickLower >= tickUpper) throw tooNarrow(field, tickLower, spacing)
  const prices = [Price.fromTick(tickLower, quote), Price.fromTick(tickUpper, quote)] as const
  const [adjustedMinPrice, adjustedMaxPrice] = quote === 'token1' ? prices : [prices[1], prices[0]]
  return { tickLower, tickUpper, adjustedMinPrice, adjustedMaxPrice, quote }
}

/** Warns of a range that does not hold the price: often prices of whole tokens, where ratios of smallest units are meant. */
export function rangeWarnings({ tickLower, tickUpper }: Range, sqrtRatioX96: bigint): Warning[] {
  const isInside = sqrtRatioX96 >= Tick.toSqrtRatio(tickLower) && sqrtRatioX96 < Tick.toSqrtRatio(tickUpper)
  const message =
    'The price is outside the range: the position holds one token only, and earns nothing until the price enters.'
  return isInside ? [] : [{ code: 'OUT_OF_RANGE', message }]
}

function tooNarrow(field: string, tick: number, spacing: number): ApiError {
  const upper = Math.min(tick + spacing, Tick.highest(spacing))
  const message =
    `${field} is empty after snapping to the pool's tick spacing of ${spacing}: send a wider range. ` +
    `The narrowest here is ticks ${upper - spacing} to ${upper}.`
  return new ApiError('invalid_argument', message, {
    details: [
      { type: 'field', value: field },
      { type: 'tickLower', value: String(upper - spacing) },
      { type: 'tickUpper', value: String(upper) },
    ],
  })
}
