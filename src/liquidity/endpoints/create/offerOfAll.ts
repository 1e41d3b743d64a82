import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import { offerOfBoth } from '#liquidity/recipes/moves.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'

type Ticks = { readonly tickLower: number; readonly tickUpper: number }
type MintState = {
  readonly holdings: readonly Holding[]
  readonly sqrtRatioX96: bigint
  readonly range: Ticks
  readonly isNewPool?: boolean
}

/** Exactly both amounts, for a range at a price; refused if the range needs a token that is missing. */
export function offerOfAll(amounts: Liquidity.Amounts, state: MintState): Offer {
  const { holdings, sqrtRatioX96, range, isNewPool = false } = state
  const [first, second] = holdings
  if (!first || !second) throw new TypeError('The tokens were not read.')
  if (Liquidity.forAmounts(sqrtRatioX96, Liquidity.boundsOf(range), amounts) === 0n)
    throw needsSwap({ token0: first.token, token1: second.token }, amounts, { isNewPool })
  return { ...offerOfBoth(sqrtRatioX96, range, amounts), isCapped: true }
}
