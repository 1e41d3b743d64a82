import type { Address } from 'viem'
import type { Protocol } from '#liquidity/deployment.ts'
import type { Pair } from '#liquidity/pools/readPairs.ts'
import type { V3Pool } from '#liquidity/pools/readV3Pools.ts'
import type { V4Pool } from '#liquidity/pools/readV4Pools.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'

/** A pool as /lp/pool_info shows it. */
export type PoolInformation = {
  poolReferenceIdentifier: string
  poolProtocol: Protocol
  tokenAddressA: Address
  tokenAddressB: Address
  tickSpacing: number
  fee: number
  hookAddress?: Address
  chainId: number
  tokenAmountA?: string
  tokenAmountB?: string
  tokenDecimalsA: string
  tokenDecimalsB: string
  poolLiquidity: string
  sqrtRatioX96: string
  currentTick: number
  token0Reserves?: string
  token1Reserves?: string
}

const V2_FEE = 3000

/** A pair; it has no ticks, so its spacing is zero and its price is that of its reserves. */
export function fromPair(chainId: number, pair: Pair): PoolInformation {
  const { reserve0, reserve1 } = pair
  const sqrtRatioX96 = reserve0 === 0n ? 0n : SqrtPrice.fromRatio(reserve1, reserve0)
  return {
    poolReferenceIdentifier: pair.address,
    poolProtocol: 'V2',
    tokenAddressA: pair.token0.address,
    tokenAddressB: pair.token1.address,
    tickSpacing: 0,
    fee: V2_FEE,
    chainId,
    tokenAmountA: reserve0.toString(),
    tokenAmountB: reserve1.toString(),
    tokenDecimalsA: String(pair.token0.decimals),
    tokenDecimalsB: String(pair.token1.decimals),
    poolLiquidity: pair.totalSupply.toString(),
    sqrtRatioX96: sqrtRatioX96.toString(),
    currentTick: isPrice(sqrtRatioX96) ? Tick.fromSqrtRatio(sqrtRatioX96) : 0,
    token0Reserves: reserve0.toString(),
    token1Reserves: reserve1.toString(),
  }
}

/** A v3 pool; nothing where it does not exist. */
export function fromV3(chainId: number, pool: V3Pool): PoolInformation | undefined {
  if (!pool.address) return undefined
  return {
    poolReferenceIdentifier: pool.address,
    poolProtocol: 'V3',
    tokenAddressA: pool.token0.address,
    tokenAddressB: pool.token1.address,
    tickSpacing: pool.tickSpacing,
    fee: pool.fee,
    chainId,
    tokenAmountA: pool.balance0.toString(),
    tokenAmountB: pool.balance1.toString(),
    tokenDecimalsA: String(pool.token0.decimals),
    tokenDecimalsB: String(pool.token1.decimals),
    poolLiquidity: pool.liquidity.toString(),
    sqrtRatioX96: pool.sqrtRatioX96.toString(),
    currentTick: pool.tick,
  }
}

/** A v4 pool; nothing where its key is unknown. All pools share one vault, so it has no amounts of its own. */
export function fromV4(chainId: number, pool: V4Pool, holdings: readonly Holding[]): PoolInformation | undefined {
  const { key } = pool
  if (!key) return undefined
  const decimalsOf = (address: Address, known: number | undefined) =>
    String(known ?? holdings.find(({ token }) => token.address === address)?.token.decimals ?? 18)
  return {
    poolReferenceIdentifier: pool.id,
    poolProtocol: 'V4',
    tokenAddressA: key.currency0,
    tokenAddressB: key.currency1,
    tickSpacing: key.tickSpacing,
    fee: key.fee,
    hookAddress: key.hooks,
    chainId,
    tokenDecimalsA: decimalsOf(key.currency0, pool.token0?.decimals),
    tokenDecimalsB: decimalsOf(key.currency1, pool.token1?.decimals),
    poolLiquidity: pool.liquidity.toString(),
    sqrtRatioX96: pool.sqrtRatioX96.toString(),
    currentTick: pool.tick,
  }
}

function isPrice(sqrtRatioX96: bigint): boolean {
  return sqrtRatioX96 >= SqrtPrice.MIN && sqrtRatioX96 < SqrtPrice.MAX
}
