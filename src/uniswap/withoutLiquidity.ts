import type { Segment } from './Depth.ts'
import type { SwappedPool } from './exactIn.ts'

type Position = { readonly tickLower: number; readonly tickUpper: number; readonly liquidity: bigint }

/** A pool after a position has left it: an exit that ends with a swap trades only against the other positions. */
export function withoutLiquidity(pool: SwappedPool, position: Position): SwappedPool {
  const { tickLower, tickUpper, liquidity } = position
  const isActive = pool.currentTick >= tickLower && pool.currentTick < tickUpper
  const segments = pool.segments
    .flatMap((segment) => cutAt(segment, [tickLower, tickUpper]))
    .map((segment) => {
      const isInside = segment.tickLower >= tickLower && segment.tickUpper <= tickUpper
      return isInside ? { ...segment, liquidity: segment.liquidity - liquidity } : segment
    })
  const ends = new Set([tickLower, tickUpper])
  return { ...pool, liquidity: pool.liquidity - (isActive ? liquidity : 0n), segments: join(segments, ends) }
}

function cutAt(segment: Segment, ticks: readonly number[]): Segment[] {
  const inside = ticks.filter((tick) => tick > segment.tickLower && tick < segment.tickUpper)
  const edges = [segment.tickLower, ...inside, segment.tickUpper]
  return edges.slice(1).map((tickUpper, index) => ({ ...segment, tickLower: edges[index] ?? tickUpper, tickUpper }))
}

// A tick without a change of liquidity is removed, because each stop of a swap rounds.
function join(segments: readonly Segment[], ends: ReadonlySet<number>): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    const isSame = last?.liquidity === segment.liquidity && ends.has(segment.tickLower)
    if (last && isSame) joined[joined.length - 1] = { ...last, tickUpper: segment.tickUpper }
    else joined.push(segment)
  }
  return joined
}
