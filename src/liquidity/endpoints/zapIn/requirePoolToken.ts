import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { PoolZap } from './inPool.ts'

/** Refuses a token that the pool does not hold: its swap would need a second pool, whose price nothing here bounds. */
export function requirePoolToken({ facts }: Chain, { protocol, existingPool, independentToken }: PoolZap): void {
  const { token0Address, token1Address } = existingPool
  const { tokenAddress } = independentToken
  const held = [token0Address, token1Address].map((token) => heldToken(facts, protocol, token))
  if (held.includes(heldToken(facts, protocol, tokenAddress))) return
  throw new ApiError(
    'failed_precondition',
    `independentToken.tokenAddress ${tokenAddress} is not a token of the pool, and its swap would need a second pool. Swap it for ${held.join(' or ')} first, then send that token.`,
    {
      details: [
        { type: 'TOKEN_OUTSIDE_POOL', value: tokenAddress },
        { type: 'alternative', value: 'a swap, then /lp/zap_in' },
      ],
    },
  )
}
