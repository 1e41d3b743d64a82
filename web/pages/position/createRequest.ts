import { NATIVE, type PositionForm } from '#site/positionUrl.ts'
import type { LpRequest } from '../../signing/liquidity/LpRequest.ts'
import { opposite, type Side } from './deposit.ts'
import type { Market } from './Market.ts'
import { isWaiting } from './order.ts'
import type { Bounds } from './priceScale.ts'

type RequestInput = {
  kind: PositionForm['kind']
  market: Market
  bounds: Bounds | undefined
  chainId: number
  wallet: string
  /** The amount that was set; the other follows, except in a v2 pair that is new. */
  set: { side: Side; amount: bigint }
  other: bigint | undefined
  slippage: number | undefined
  nativeBalance: bigint | undefined
}

/** The request to the liquidity API; undefined while something is missing. */
export function createRequest(given: RequestInput): LpRequest | undefined {
  const { kind, market, bounds, set } = given
  if (set.amount === 0n) return undefined
  if (kind === 'zap') return zap(given)
  if (kind === 'order' && !(bounds && isWaiting(market, set.side, bounds))) return undefined
  return market.protocol === 'v2' ? classic(given) : concentrated(given)
}

/** One token pays for both, a part of it by a swap in the pool. */
function zap({ market, bounds, chainId, wallet, set, slippage }: RequestInput): LpRequest | undefined {
  const { pool, protocol, token0, token1 } = market
  const isRanged = protocol !== 'v2'
  if (!pool || (isRanged && !bounds)) return undefined
  return {
    path: 'zap_in',
    body: {
      walletAddress: wallet,
      chainId,
      protocol: protocol.toUpperCase(),
      existingPool: { token0Address: token0.address, token1Address: token1.address, poolReference: pool.reference },
      independentToken: amountOf(market, set.side, set.amount),
      ...(isRanged && bounds && { tickBounds: { tickLower: bounds.lower, tickUpper: bounds.upper } }),
      ...(slippage !== undefined && { slippageTolerance: slippage }),
    },
  }
}

function classic({ market, chainId, wallet, set, other, slippage }: RequestInput): LpRequest | undefined {
  const isNew = !market.pool || market.sqrtRatioX96 === undefined
  if (isNew && (other === undefined || other === 0n)) return undefined
  const pair = { token0Address: market.token0.address, token1Address: market.token1.address }
  return {
    path: 'create_classic',
    body: {
      walletAddress: wallet,
      poolParameters: { ...pair, chainId },
      independentToken: amountOf(market, set.side, set.amount),
      ...(isNew && other !== undefined && { dependentToken: amountOf(market, opposite(set.side), other) }),
      ...(slippage !== undefined && { slippageTolerance: slippage }),
    },
  }
}

function concentrated(given: RequestInput): LpRequest | undefined {
  const { market, bounds, chainId, wallet, set, slippage, nativeBalance } = given
  const { pool, sqrtRatioX96, fee, tickSpacing, hooks } = market
  if (!bounds || sqrtRatioX96 === undefined) return undefined
  const pair = { token0Address: market.token0.address, token1Address: market.token1.address }
  const isTight = market.protocol === 'v4' && [market.tokenA, market.tokenB].some(({ address }) => address === NATIVE)
  return {
    path: 'create',
    body: {
      walletAddress: wallet,
      chainId,
      protocol: market.protocol.toUpperCase(),
      ...(pool
        ? { existingPool: { ...pair, poolReference: pool.reference } }
        : {
            newPool: {
              ...pair,
              fee,
              tickSpacing,
              initialPrice: String(sqrtRatioX96),
              ...(hooks !== NATIVE && { hooks }),
            },
          }),
      independentToken: amountOf(market, set.side, set.amount),
      tickBounds: { tickLower: bounds.lower, tickUpper: bounds.upper },
      ...(slippage !== undefined && { slippageTolerance: slippage }),
      ...(isTight && nativeBalance !== undefined && { nativeTokenBalance: String(nativeBalance) }),
    },
  }
}

function amountOf({ tokenA, tokenB }: Market, side: Side, amount: bigint) {
  return { tokenAddress: (side === 'A' ? tokenA : tokenB).address, amount: String(amount) }
}
