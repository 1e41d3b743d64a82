import { invalidField } from '#core/ApiError.ts'
import { max, min } from '#core/bigint.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { Rerange } from './Order.ts'
import type { Range } from './rangeWords.ts'

type Moved = Range & { liquidity: bigint; tickSpacing: number }
type RerangeTerms = Range & Pick<Rerange, 'side'>
type Move = { outMin: bigint; liquidity: bigint; boundX96: bigint }

/** The amount that a position holds beyond its range, the liquidity that it pays for in the new one, and the price for both. */
export function rerangeAt({ liquidity: withdrawn, ...position }: Moved, { side, ...range }: RerangeTerms): Move {
  requireRange(range, position)
  const [old, next] = [Liquidity.boundsOf(position), Liquidity.boundsOf(range)]
  const isBelow = side === 'below'
  const boundX96 = isBelow ? min(old.lowerX96, next.lowerX96) : max(old.upperX96, next.upperX96)
  const held = Liquidity.amountsDown(boundX96, old, withdrawn)
  const liquidity = Liquidity.forAmounts(boundX96, next, held)
  if (liquidity === 0n) throw invalidField('tokenId', 'names a position that is too small to move')
  if (liquidity > Liquidity.maxPerTick('V4', position.tickSpacing))
    throw invalidField('tickUpper', 'is too close to tickLower for this much liquidity. Send a wider range')
  return { outMin: isBelow ? held.amount0 : held.amount1, liquidity, boundX96 }
}

function requireRange({ tickLower, tickUpper }: Range, position: Range & { tickSpacing: number }): void {
  const { tickSpacing } = position
  const isUsable = (tick: number) =>
    tick % tickSpacing === 0 && tick >= Tick.lowest(tickSpacing) && tick <= Tick.highest(tickSpacing)
  if (!isUsable(tickLower)) throw invalidField('tickLower', unusable(tickSpacing))
  if (!isUsable(tickUpper)) throw invalidField('tickUpper', unusable(tickSpacing))
  if (tickLower >= tickUpper) throw invalidField('tickUpper', 'must be above tickLower')
  if (tickLower === position.tickLower && tickUpper === position.tickUpper)
    throw invalidField('tickLower', 'and tickUpper are already the range of the position. Send another range')
}

function unusable(tickSpacing: number): string {
  return `must be a multiple of ${tickSpacing}, the tick spacing of the pool, from ${Tick.lowest(tickSpacing)} to ${Tick.highest(tickSpacing)}`
}
