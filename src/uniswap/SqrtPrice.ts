/** Square-root prices in Q64.96. */

/** The lowest and (excluded) highest square-root price a pool can have. */
export const MIN = 4295128739n
export const MAX = 1461446703485210103287273052203988822378723970342n

/** The integer square root, rounded down. */
export function root(value: bigint): bigint {
  if (value < 2n) return value
  let guess = seed(value)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** The square-root price of `amount1 / amount0` in smallest units, rounded down. */
export function fromRatio(amount1: bigint, amount0: bigint): bigint {
  return root((amount1 << 192n) / amount0)
}

/** The same price in the other order of the tokens. */
export function inverse(sqrtRatioX96: bigint): bigint {
  return (1n << 192n) / sqrtRatioX96
}

// A power of two above the root, or for wide values a float estimate nudged above it: Newton's method needs a start from above.
function seed(value: bigint): bigint {
  const bits = value.toString(16).length * 4
  if (bits <= 104) return 1n << BigInt((bits + 1) >> 1)
  const shift = BigInt((bits - 104) >> 1) << 1n
  return (BigInt(Math.ceil(Math.sqrt(Number(value >> shift)))) + 1n) << (shift >> 1n)
}
