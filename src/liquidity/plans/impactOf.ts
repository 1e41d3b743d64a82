type Traded = { readonly zeroForOne: boolean; readonly amountIn: bigint; readonly expectedOut: bigint }

/** Percent by which a swap is worse than the price before it, fee included. */
export function impactOf(sqrtRatioX96: bigint, { zeroForOne, amountIn, expectedOut }: Traded): number {
  const price = (Number(sqrtRatioX96) / 2 ** 96) ** 2
  const ideal = zeroForOne ? Number(amountIn) * price : Number(amountIn) / price
  return (1 - Number(expectedOut) / ideal) * 100
}
