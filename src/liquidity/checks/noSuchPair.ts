import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { named } from '#liquidity/deployment.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'

export function noSuchPair({ facts }: Chain, { token0, token1 }: TokenPair): ApiError {
  return new ApiError(
    'not_found',
    `There is no V2 pair for ${token0} and ${token1} on ${named(facts)}. Check tokens and chain, or create one with /lp/create_classic.`,
    {
      details: [
        { type: 'token0Address', value: token0 },
        { type: 'token1Address', value: token1 },
      ],
    },
  )
}
