import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { LensAnswer } from '#liquidity/lens.ts'
import { requireEqual, v3PoolAddress } from './poolAddress.ts'
import { runLens } from './runLens.ts'
import { type Snapshot, type Token, toToken, toWallet, toWatch, type Watch, watchKey } from './Snapshot.ts'

/** A v3 pool. Without `address` it does not exist; fee and tick spacing are set all the same. */
export type V3Pool = {
  readonly address: Address | undefined
  readonly token0: Token
  readonly token1: Token
  readonly fee: number
  /** Zero if the factory does not know the fee. */
  readonly tickSpacing: number
  /** Zero before the pool is initialised. */
  readonly sqrtRatioX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly balance0: bigint
  readonly balance1: bigint
}

export type V3Query =
  | { readonly pool: Address }
  | { readonly token0: Address; readonly token1: Address; readonly fee: number }

export type V3Request = { readonly queries: readonly V3Query[]; readonly watch: Watch }

/** Pools in the order asked. */
export function readV3Pools(chain: Chain, factory: Address, { queries, watch }: V3Request): Promise<Snapshot<V3Pool>> {
  const { facts } = chain
  const key = `${queries.map(queryKey).join()} ${watchKey(watch)}`
  const args = [factory, queries.map(toQuery), toWatch(facts, watch)] as const
  return runLens(chain, { name: 'v3Pools', key, args, size: queries.length }, ([head, holdings, pools], gasPrice) => ({
    ...toWallet(facts, head, { holdings, tokens: watch.tokens }),
    items: pools.map((raw, index) => toPool(facts, raw, { factory, query: queries[index] })),
    gasPrice,
  }))
}

type Source = { readonly factory: Address; readonly query: V3Query | undefined }

function toPool(facts: ChainFacts, raw: LensAnswer<'v3Pools'>[2][number], { factory, query }: Source): V3Pool {
  if (raw.pool !== zeroAddress) {
    requireEqual('the V3 pool', raw.pool, v3PoolAddress(facts.id, factory, raw))
    if (query && 'pool' in query) requireEqual('the V3 pool', raw.pool, query.pool)
    else if (query) requireEqual('the V3 pool', raw.pool, v3PoolAddress(facts.id, factory, query))
  }
  return {
    ...raw,
    address: raw.pool === zeroAddress ? undefined : raw.pool,
    token0: toToken(facts, raw.token0, raw.meta0),
    token1: toToken(facts, raw.token1, raw.meta1),
    sqrtRatioX96: raw.sqrtPriceX96,
  }
}

function queryKey(query: V3Query): string {
  return 'pool' in query ? query.pool : `${query.token0}${query.token1}${query.fee}`
}

function toQuery(query: V3Query): { pool: Address; token0: Address; token1: Address; fee: number } {
  if ('pool' in query) return { pool: query.pool, token0: zeroAddress, token1: zeroAddress, fee: 0 }
  return { pool: zeroAddress, ...query }
}
