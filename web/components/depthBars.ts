/** Neighbouring ranges of equal liquidity, lowest first, as GET /api/liquidity/depth returns them. */
export type DepthSegment = { tickLower: number; tickUpper: number; liquidity: string }

type Ticks = { from: number; to: number }

/** The liquidity of a stretch of ticks as bars of equal width: heights from 0 to 1, of the highest among them. */
export function depthBars(segments: readonly DepthSegment[], { from, to }: Ticks, count: number): number[] {
  const width = (to - from) / count
  const means = Array.from({ length: count }, (_, index) =>
    mean(segments, from + index * width, from + (index + 1) * width),
  )
  const most = Math.max(...means)
  return most === 0 ? means : means.map((height) => height / most)
}

/** The mean liquidity between two ticks. */
function mean(segments: readonly DepthSegment[], from: number, to: number): number {
  const sum = segments.reduce((total, { tickLower, tickUpper, liquidity }) => {
    const shared = Math.min(to, tickUpper) - Math.max(from, tickLower)
    return shared > 0 ? total + shared * Number(liquidity) : total
  }, 0)
  return sum / (to - from)
}
