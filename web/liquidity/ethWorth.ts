import type { TokenInformation } from '../api/liquidity.ts'
import { worthIn } from './poolFigures.ts'
import { weiOf } from './weiOf.ts'

type Pool = { token0: TokenInformation; token1: TokenInformation; chainId: number }
type Amounts = readonly [amount0: bigint, amount1: bigint]

/** The value of two amounts in wei, at the price of a pool of ETH; undefined for other pools. */
export function ethWorth(
  { token0, token1, chainId }: Pool,
  amounts: Amounts,
  sqrtRatioX96: bigint,
): bigint | undefined {
  const side = (['token0', 'token1'] as const).find(
    (one) => weiOf(0n, (one === 'token0' ? token0 : token1).address, chainId) !== undefined,
  )
  return side && worthIn(amounts, sqrtRatioX96, side)
}
