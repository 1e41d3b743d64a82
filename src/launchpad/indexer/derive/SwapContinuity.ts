import type { Swap } from '#launchpad/indexer/chain/Event.ts'

const Q96 = 1n << 96n
/** Rounding moves a price by far less, a swap worth noticing by far more. */
const TOLERANCE = 10n ** 12n

/**
 * Whether the swap began at this root of the price. What came out and the price it left tell where it began, as long as
 * it crossed no edge of anybody's range; where it did, this says no although nothing is wrong.
 */
export function follows(swap: Swap, sqrtPriceX96: bigint): boolean {
  const start = startOf(swap)
  const gap = start > sqrtPriceX96 ? start - sqrtPriceX96 : sqrtPriceX96 - start
  return gap * TOLERANCE <= sqrtPriceX96
}

function startOf({ eth, tokens, sqrtPriceX96, liquidity }: Swap): bigint {
  if (liquidity === 0n) return 0n
  if (tokens > 0n) return sqrtPriceX96 + (tokens * Q96) / liquidity
  return (sqrtPriceX96 * liquidity * Q96) / (liquidity * Q96 + eth * sqrtPriceX96)
}
