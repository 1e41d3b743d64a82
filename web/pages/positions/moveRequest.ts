import * as Tick from '#uniswap/Tick.ts'
import type { Position } from '../../api/liquidity.ts'
import type { RerangeRequest } from '../../api/orders.ts'
import { boundOf, type Quote } from './exitRequest.ts'
import { type TypedTerms, termsOf } from './orderTerms.ts'

const STEP = Math.log(1.0001)

export type Move = Pick<RerangeRequest, 'side' | 'tickLower' | 'tickUpper'>

/** The range between the typed price and the nearer end of the position; undefined for a price inside of the position. */
export function moveOf(position: Position, quote: Quote, typed: string): Move | undefined {
  const { tickLower, tickUpper, tickSpacing } = position
  const price = boundOf(position, quote, typed)?.price
  if (price === undefined || tickLower === undefined || tickUpper === undefined || !tickSpacing) return undefined
  const tick = Tick.snap(Math.log(Number(price)) / STEP, tickSpacing)
  if (tick < tickLower) return { side: 'below', tickLower: tick, tickUpper: tickLower }
  return tick > tickUpper ? { side: 'above', tickLower: tickUpper, tickUpper: tick } : undefined
}

/** The request for what is typed; undefined until every field is one. */
export function moveRequest(
  { price, ...typed }: TypedTerms & { price: string },
  { position, quote, owner }: { position: Position; quote: Quote; owner: string },
): RerangeRequest | undefined {
  const [move, terms] = [moveOf(position, quote, price), termsOf(typed)]
  if (!move || !terms || position.tokenId === undefined) return undefined
  return { owner, tokenId: position.tokenId, ...move, ...terms }
}
