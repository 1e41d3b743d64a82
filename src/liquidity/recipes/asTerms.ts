import type { Amounts } from '#uniswap/Liquidity.ts'

/** Amounts under the names that they have in calls of position managers, for the second reading. */

export function asMaxima({ amount0, amount1 }: Amounts) {
  return { amount0Max: amount0, amount1Max: amount1 }
}

export function asMinima({ amount0, amount1 }: Amounts) {
  return { amount0Min: amount0, amount1Min: amount1 }
}

export function asDesired({ amount0, amount1 }: Amounts) {
  return { amount0Desired: amount0, amount1Desired: amount1 }
}
