import type { Address } from 'viem'
import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { initialiseAlone, type RequestedPool, requestedPool } from '#liquidity/endpoints/create/v4Pool.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { MigrateRequest } from './request.ts'

type Named = Pick<MigrateRequest, 'existingPool' | 'newPool'>

/** The tokens of the pool that liquidity moves to, as the request names them. */
export function targetTokens({ existingPool, newPool }: Named): { token0Address: Address; token1Address: Address } {
  const pool = existingPool ?? newPool
  if (!pool) throw new TypeError('The request names no pool.')
  const { token0Address, token1Address } = pool
  return { token0Address, token1Address }
}

/** The v4 pool that liquidity moves to; a new one has no hook, whose code would run among the other steps. */
export function targetPool({ facts }: Chain, request: Named, tokenPair: TokenPair): RequestedPool {
  const wanted = requestedPool({ ...request, batchPermitData: undefined }, tokenPair)
  if (wanted.created && wanted.created.key.hooks !== zeroAddress) {
    throw initialiseAlone(facts, wanted, 'A pool with a hook cannot be opened in the transaction that moves liquidity.')
  }
  return wanted
}
