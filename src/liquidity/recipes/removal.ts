/** A removal that is followed by another transaction of the same answer. */

import type { Address } from 'viem'
import type { DecreaseDraft } from '#liquidity/endpoints/decrease/DecreaseDraft.ts'
import type { DecreaseRequest } from '#liquidity/endpoints/decrease/request.ts'
import { NOTHING, plus } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { requireWhole } from './requireWhole.ts'

type Names = { readonly token0Address: Address; readonly token1Address: Address }
type Removed = {
  readonly names: Names
  readonly percent: number
  readonly nftTokenId?: bigint | undefined
  readonly isUnwrapped?: boolean
}
type Choices =
  | keyof Names
  | 'nftTokenId'
  | 'withdrawAsWeth'
  | 'burn'
  | 'permissioned'
  | 'liquidityPercentageToDecrease'
  | 'mandate'

/** The removal as a request to /lp/decrease. No position is burned, because a stranger could stop that. */
export function asRemoval(
  request: Omit<DecreaseRequest, Choices>,
  { names, percent, nftTokenId, isUnwrapped }: Removed,
): DecreaseRequest {
  const choices = { nftTokenId, withdrawAsWeth: !isUnwrapped, burn: false, permissioned: undefined, mandate: undefined }
  return { ...request, ...names, ...choices, liquidityPercentageToDecrease: percent }
}

/** The guaranteed amounts, which are all that a later transaction can use. */
export function sureAmounts(removal: DecreaseDraft): Amounts {
  requireWhole(tokensOf(removal), { isWhole: heldSides(removal) })
  return leastOf(removal)
}

export function leastOf({ limits }: DecreaseDraft): Amounts {
  const [first, second] = limits.receive
  return { amount0: first?.atLeast ?? 0n, amount1: second?.atLeast ?? 0n }
}

/** The amounts that arrive at the price that was read, fees included. */
export function paidOutOf({ amounts, fees = NOTHING }: DecreaseDraft): Amounts {
  return plus(amounts, fees)
}

export function tokensOf({ tokens: [token0, token1] }: Pick<DecreaseDraft, 'tokens'>) {
  if (!token0 || !token1) throw new TypeError('The tokens were not read.')
  return { token0, token1 }
}

function heldSides({ limits }: DecreaseDraft) {
  const [first, second] = limits.receive.map(({ enforced, heldBy }) => enforced || heldBy !== undefined)
  return { token0: first === true, token1: second === true }
}
