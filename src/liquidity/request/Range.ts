import type { Address } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import * as Price from '#uniswap/Price.ts'
import * as Tick from '#uniswap/Tick.ts'

export type PriceBounds = { minPrice: string; maxPrice: string; quotedTokenAddress: Address }
export type TickBounds = { tickLower: number; tickUpper: number }
export type RangeRequest = { priceBounds?: PriceBounds | undefined; tickBounds?: TickBounds | undefined }

export type Range = {
  readonly tickLower: number
  readonly tickUpper: number
  readonly adjustedMinPrice: string
  readonly adjustedMaxPrice: string
  readonly quote: Price.Quote
}

/** The usable range nearest to the request, with its prices in the quoted token, or token1 per token0 where ticks were sent. */
export function rangeOf(request: RangeRequest, spacing: number, quote: Price.Quote): Range {
  const { priceBounds, tickBounds } = request
  const [lower, upper] = priceBounds ? ticksOf(priceBounds, quote) : [tickBounds?.tickLower, tickBounds?.tickUpper]
  const field = priceBounds ? 'priceBounds' : 'tickBounds'
  if ((lower ?? 0) > (upper ?? 0)) throw upsideDown(field)
  const [tickLower, tickUpper] = [Tick.snap(lower ?? 0, spacing), Tick.snap(upper ?? 0, spacing)]
  if (tickLower >= tickUpper) throw tooNarrow(field, tickLower, spacing)
  const prices = [Price.fromTick(tickLower, quote), Price.fromTick(tickUpper, quote)] as const
  const [adjustedMinPrice, adjustedMaxPrice] = quote === 'token1' ? prices : [prices[1], prices[0]]
  return { tickLower, tickUpper, adjustedMinPrice, adjustedMaxPrice, quote }
}

// Quoted in token0 the price falls as the tick rises, so the least price is the upper tick.
function ticksOf({ minPrice, maxPrice }: PriceBounds, quote: Price.Quote): [number, number] {
  const [min, max] = [Price.toTick(minPrice, quote), Price.toTick(maxPrice, quote)]
  return quote === 'token1' ? [min, max] : [max, min]
}

function upsideDown(field: 'priceBounds' | 'tickBounds'): ApiError {
  const [least, most] = field === 'priceBounds' ? ['minPrice', 'maxPrice'] : ['tickLower', 'tickUpper']
  return new ApiError('invalid_argument', `${field}.${least} is above ${field}.${most}. Send the smaller one first.`, {
    details: [{ type: 'field', value: field }],
  })
}

function tooNarrow(field: string, tick: number, spacing: number): ApiError {
  const upper = Math.min(tick + spacing, Tick.highest(spacing))
  const message =
    `${field} is empty after snapping to the pool's tick spacing of ${spacing}: send a wider range, ` +
    `the narrowest here being ticks ${upper - spacing} to ${upper}.`
  return new ApiError('invalid_argument', message, {
    details: [
      { type: 'field', value: field },
      { type: 'tickLower', value: String(upper - spacing) },
      { type: 'tickUpper', value: String(upper) },
    ],
  })
}
