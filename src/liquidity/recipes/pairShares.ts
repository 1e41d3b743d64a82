import type { Pair } from '#liquidity/pools/readPairs.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'

/** The pair's own token, as something that the router spends. */
export function sharesOf({ address, walletLiquidity, walletAllowance }: Pair): Holding {
  return {
    token: { address, symbol: 'UNI-V2', decimals: 18 },
    balance: walletLiquidity,
    allowance: walletAllowance,
    permit: { amount: 0n, expiration: 0n, nonce: 0n },
    isContract: true,
    isPermissioned: false,
    isAllowed: true,
  }
}

/** The pair as a pool with one price and the same liquidity at every price. */
export function marketOf({ token0, token1, reserve0, reserve1 }: Pair) {
  return {
    token0,
    token1,
    sqrtRatioX96: SqrtPrice.fromRatio(reserve1, reserve0),
    readLiquidity: async () => SqrtPrice.root(reserve0 * reserve1),
  }
}
