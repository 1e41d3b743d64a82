import { isAddress, zeroAddress } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import { requirePrice } from '#liquidity/checks/requireMintable.ts'
import type { V3Query } from '#liquidity/pools/readV3Pools.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { CreateRequest } from './request.ts'

export type NewPool = NonNullable<CreateRequest['newPool']>

/** The pool that a request refers to, and the query that reads it. */
export type RequestedPool = { readonly query: V3Query; readonly reference: string; readonly created?: NewPool }

type Named = Pick<CreateRequest, 'existingPool' | 'newPool'>

export function requestedPool({ existingPool, newPool }: Named, { token0, token1 }: TokenPair): RequestedPool {
  if (newPool) {
    if (newPool.hooks && newPool.hooks !== zeroAddress) throw invalidField('newPool.hooks', 'is for V4 only')
    requirePrice(newPool.initialPrice)
    return { query: { token0, token1, fee: newPool.fee }, reference: '', created: newPool }
  }
  const reference = existingPool?.poolReference ?? ''
  if (!isAddress(reference, { strict: false })) {
    throw invalidField('existingPool.poolReference', 'of V3 must be the address of the pool')
  }
  return { query: { pool: toAddress(reference) }, reference }
}
