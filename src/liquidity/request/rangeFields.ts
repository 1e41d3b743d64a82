import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { maybe, refuse } from '#liquidity/fields.ts'
import * as Tick from '#uniswap/Tick.ts'

const Price = z.string().regex(/^[0-9]{1,60}(\.[0-9]{1,60})?$/, 'must be a decimal number such as 0.0025')
export const TickNumber = z
  .int('must be a whole number')
  .min(Tick.MIN, `must be from ${Tick.MIN} to ${Tick.MAX}`)
  .max(Tick.MAX, `must be from ${Tick.MIN} to ${Tick.MAX}`)

const PriceBounds = z
  .strictObject({
    minPrice: Price,
    maxPrice: Price,
    quotedTokenAddress: Address.meta({ description: 'The token that the prices are quoted in.' }),
  })
  .meta({ id: 'PriceBounds', description: 'Prices as ratios of smallest units.' })
const TickBounds = z.strictObject({ tickLower: TickNumber, tickUpper: TickNumber }).meta({ id: 'TickBounds' })

/** The two ways to name a range. */
export const rangeFields = { priceBounds: maybe(PriceBounds), tickBounds: maybe(TickBounds) }

/** Refuses a request with both ways, or with neither. */
export function exactlyOneRange(
  request: { priceBounds?: unknown; tickBounds?: unknown },
  context: z.RefinementCtx,
): void {
  if (!request.priceBounds !== !request.tickBounds) return
  refuse(context, 'priceBounds', 'must be sent, or tickBounds instead, but not both')
}

/** The same, and no range at all for v2. */
export function noRangeOnV2(
  protocol: 'V2' | 'V3' | 'V4',
  request: { priceBounds?: unknown; tickBounds?: unknown },
  context: z.RefinementCtx,
): void {
  if (protocol !== 'V2') exactlyOneRange(request, context)
  if (protocol !== 'V2' || (!request.priceBounds && !request.tickBounds)) return
  refuse(context, 'tickBounds', 'is for V3 and V4 only: V2 liquidity has no range')
}
