import type { Address } from 'viem'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The wire format of two amounts. */
export function toTokens({ token0, token1 }: { token0: Address; token1: Address }, { amount0, amount1 }: Amounts) {
  return {
    token0: { tokenAddress: token0, amount: amount0.toString() },
    token1: { tokenAddress: token1, amount: amount1.toString() },
  }
}
