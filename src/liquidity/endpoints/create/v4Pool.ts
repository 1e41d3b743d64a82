import { type Hex, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { initializePool } from '#liquidity/calldata/v4.ts'
import { requirePrice } from '#liquidity/checks/requireMintable.ts'
import { v4Of } from '#liquidity/deployment.ts'
import { requireValidKey } from '#liquidity/hooks/Hooks.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'
import type { CreateRequest } from './request.ts'

/** The pool that a request refers to; a pool to initialise has a key and a price already. */
export type RequestedPool = {
  readonly id: Hex
  readonly created?: { readonly key: PoolKey; readonly sqrtRatioX96: bigint } | undefined
  readonly hasPermit: boolean
}

type Named = Pick<CreateRequest, 'existingPool' | 'newPool' | 'batchPermitData'>

export function requestedPool(request: Named, tokenPair: TokenPair): RequestedPool {
  const { existingPool, newPool } = request
  const hasPermit = request.batchPermitData !== undefined
  if (newPool) {
    const { fee, tickSpacing, hooks = zeroAddress, initialPrice } = newPool
    const key = { currency0: tokenPair.token0, currency1: tokenPair.token1, fee, tickSpacing, hooks }
    requireValidKey(key)
    requirePrice(initialPrice)
    return { id: poolIdOf(key), created: { key, sqrtRatioX96: initialPrice }, hasPermit }
  }
  const reference = existingPool?.poolReference ?? ''
  if (reference.length === 66) return { id: reference.toLowerCase() as Hex, hasPermit }
  throw invalidField('existingPool.poolReference', 'of V4 must be a pool id of 32 bytes')
}

/**
 * Refuses to initialise a pool with a hook in a transaction that carries value: the hook runs outside the manager's lock
 * and could sweep the value.
 */
export function requireNoValueAtRisk(facts: ChainFacts, wanted: RequestedPool): void {
  const { created } = wanted
  if (!created || created.key.hooks === zeroAddress || created.key.currency0 !== zeroAddress) return
  const { symbol } = facts.nativeCurrency
  throw initialiseAlone(
    facts,
    wanted,
    `A pool with a hook cannot be initialised in a transaction that carries ${symbol}: the hook could take it.`,
  )
}

/** The refusal of a new pool; `details` has the transaction that initialises it alone. */
export function initialiseAlone(facts: ChainFacts, { id, created }: RequestedPool, why: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `${why} Send the transaction in details (to, data) first, then send this request with existingPool and poolReference ${id}.`,
    {
      details: [
        { type: 'poolReference', value: id },
        { type: 'to', value: v4Of(facts).positionManager },
        ...(created ? [{ type: 'data', value: initializePool(created.key, created.sqrtRatioX96) }] : []),
      ],
    },
  )
}
