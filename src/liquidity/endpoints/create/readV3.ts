import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { type MarketPrice, marketPrice } from '#liquidity/answer/marketPrice.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { type Arrival, afterArrival } from '#liquidity/deposits/Arrival.ts'
import { readV3Pools, type V3Pool } from '#liquidity/pools/readV3Pools.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { withStated } from '#liquidity/request/nativeBudget.ts'
import { requireOrder, type TokenPair } from '#liquidity/request/TokenPair.ts'
import type { CreateIntent } from './CreateIntent.ts'
import { alreadyThere, noSuchPool } from './poolErrors.ts'
import type { NewPool, RequestedPool } from './v3Pool.ts'

type MintingPool = {
  readonly token0: Address
  readonly token1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly sqrtRatioX96: bigint
  /** Absent for a new pool. */
  readonly liquidity?: bigint
}

type Reader = Pick<CreateIntent, 'wallet' | 'tokenPair' | 'stated'> & { readonly arrival?: Arrival | undefined }

/** Reads pool, wallet and market price in one round trip. */
export async function readV3(
  chain: Chain,
  wanted: RequestedPool,
  { wallet, tokenPair, stated, arrival }: Reader,
): Promise<{ snapshot: Snapshot<V3Pool>; pool: MintingPool; market: MarketPrice | undefined }> {
  const { factory, positionManager } = v3Of(chain.facts)
  const watch = { wallet, tokens: [tokenPair.token0, tokenPair.token1], spender: positionManager }
  const [read, market] = await Promise.all([
    readV3Pools(chain, factory, { queries: [wanted.query], watch }),
    marketPrice(chain, tokenPair),
  ])
  const found = read.items[0] as V3Pool
  const pool = wanted.created ? newPoolOf(found, wanted.created, tokenPair) : existing(chain, found, wanted.reference)
  requireOrder(tokenPair, pool, `Pool ${wanted.reference}`)
  const sqrtRatioX96 = arrival?.sqrtRatioX96 ?? pool.sqrtRatioX96
  const snapshot = afterArrival(withStated(read, stated), tokenPair, arrival)
  return { snapshot, pool: { ...pool, sqrtRatioX96 }, market }
}

// A pool that was deployed and never initialised counts as new: the same call initialises it.
function newPoolOf(
  { address, sqrtRatioX96, fee, tickSpacing }: V3Pool,
  created: NewPool,
  pair: TokenPair,
): MintingPool {
  if (address && sqrtRatioX96 > 0n) throw alreadyThere(address)
  if (tickSpacing === 0) {
    const problem = `${created.fee} is not enabled for V3 pools here; 100, 500, 3000 and 10000 usually are`
    throw invalidField('newPool.fee', problem)
  }
  if (created.tickSpacing !== tickSpacing) {
    throw invalidField('newPool.tickSpacing', `must be ${tickSpacing}, which goes with a fee of ${created.fee}`)
  }
  const { token0, token1 } = pair
  return { token0, token1, fee, tickSpacing, sqrtRatioX96: created.initialPrice }
}

function existing(chain: Chain, found: V3Pool, reference: string): MintingPool {
  const { address, token0, token1, fee, tickSpacing, sqrtRatioX96, liquidity } = found
  if (!address || sqrtRatioX96 === 0n) throw noSuchPool('V3', reference, chain)
  return { token0: token0.address, token1: token1.address, fee, tickSpacing, sqrtRatioX96, liquidity }
}
