import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { requirePrice } from '#liquidity/checks/requireMintable.ts'
import { permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import { requireValidKey } from '#liquidity/hooks/Hooks.ts'
import { findKey } from '#liquidity/pools/findKey.ts'
import type { V4Pool } from '#liquidity/pools/readV4Pools.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { requireOrder, type TokenPair } from '#liquidity/request/TokenPair.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import { alreadyThere, noSuchPool } from './poolErrors.ts'
import type { CreateRequest } from './request.ts'

/** Where a position is to be minted. */
export type MintingPool = { readonly key: PoolKey; readonly sqrtRatioX96: bigint; readonly manager: Address }

/** The id of the pool that a request means. */
export function poolIdFor({ existingPool, newPool }: CreateRequest, tokenPair: TokenPair): Hex {
  if (newPool) return poolIdOf(newKey(newPool, tokenPair))
  const reference = existingPool?.poolReference ?? ''
  if (reference.length === 66) return reference.toLowerCase() as Hex
  throw invalidField('existingPool.poolReference', 'of V4 must be a pool id of 32 bytes')
}

/** The pool to mint in, as it was found or as it will be. */
export async function mintingPool(
  chain: Chain,
  request: CreateRequest,
  { snapshot, tokenPair }: { snapshot: Snapshot<V4Pool>; tokenPair: TokenPair },
): Promise<MintingPool> {
  const found = snapshot.items[0] as V4Pool
  const isPermissioned = found.isPermissioned || snapshot.holdings.some((holding) => holding.isPermissioned)
  const manager = isPermissioned ? permissionedManagerOf(chain.facts) : v4Of(chain.facts).positionManager
  const { newPool } = request
  if (newPool) {
    if (found.sqrtRatioX96 > 0n) throw alreadyThere(found.id)
    requirePrice(newPool.initialPrice)
    return { key: newKey(newPool, tokenPair), sqrtRatioX96: newPool.initialPrice, manager }
  }
  if (found.sqrtRatioX96 === 0n) throw noSuchPool(request, found.id, chain)
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  const key = found.key ?? (await findKey(chain, v4Of(chain.facts), { id: found.id, tokens }))
  if (!key) throw unknownKey(found.id)
  requireOrder(tokenPair, { token0: key.currency0, token1: key.currency1 }, `Pool ${found.id}`)
  return { key, sqrtRatioX96: found.sqrtRatioX96, manager }
}

function newKey(newPool: NonNullable<CreateRequest['newPool']>, { token0, token1 }: TokenPair): PoolKey {
  const { fee, tickSpacing, hooks = zeroAddress } = newPool
  const key = { currency0: token0, currency1: token1, fee, tickSpacing, hooks }
  requireValidKey(key)
  return key
}

function unknownKey(id: Hex): ApiError {
  return new ApiError(
    'not_found',
    `Pool ${id} exists, but neither a position manager nor the chain's logs tell its fee, tick spacing and hook. Check token0Address and token1Address, or use a node that serves logs.`,
    { details: [{ type: 'poolReference', value: id }] },
  )
}
