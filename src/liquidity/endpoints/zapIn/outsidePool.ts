import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { ThroughZap } from './draftThrough.ts'
import type { PoolZap } from './inPool.ts'

/** Whether a zap pays with a token that its pool does not hold; a pool to swap another one in is refused. */
export function isOutside({ facts }: Chain, request: PoolZap): boolean {
  const { protocol, independentToken, swapPool } = request
  const held = tokensOf(request).map((token) => heldToken(facts, protocol, token))
  const isHeld = held.includes(heldToken(facts, protocol, independentToken.tokenAddress))
  if (isHeld && swapPool) throw invalidField('swapPool', 'must be left out: existingPool holds independentToken')
  return !isHeld
}

const SWAP_FIRST = 'a swap, then /lp/zap_in'
const NEW_V4_POSITION = '/lp/zap_in with protocol V4, existingPool, swapPool and a range'

/** Refuses a token outside the pool if one transaction cannot swap it first; the message names the alternatives. */
export function requireThrough(request: PoolZap): ThroughZap {
  const { protocol, tokenId, dependentToken, swapPool } = request
  const isPossible = protocol === 'V4' && tokenId === undefined && !dependentToken
  if (isPossible && swapPool) return { ...request, swapPool }
  if (!isPossible) throw outside(request, reasonOf(request), [SWAP_FIRST, NEW_V4_POSITION])
  const why = 'send swapPool, a V4 pool of it and one of those; GET /api/liquidity/pools lists the pools of two tokens'
  throw outside(request, why, ['/lp/zap_in with swapPool', SWAP_FIRST])
}

function reasonOf({ protocol, dependentToken }: PoolZap): string {
  if (protocol !== 'V4') return `the position managers of ${protocol} take deposits only from the wallet`
  if (dependentToken) return 'a second payment would be in a contract while the code of a token runs'
  return 'the v4 position manager cannot swap, and the router may not add to a position'
}

function outside(request: PoolZap, why: string, alternatives: readonly string[]): ApiError {
  const { tokenAddress } = request.independentToken
  return new ApiError(
    'failed_precondition',
    `independentToken.tokenAddress ${tokenAddress} is not a token of the pool, which holds ${tokensOf(request).join(' and ')}: ${why}. Or swap it first, then send the token of the pool.`,
    {
      details: [
        { type: 'TOKEN_OUTSIDE_POOL', value: tokenAddress },
        ...alternatives.map((value) => ({ type: 'alternative', value })),
      ],
    },
  )
}

function tokensOf({ existingPool: { token0Address, token1Address } }: PoolZap): readonly [Address, Address] {
  return [token0Address, token1Address]
}
