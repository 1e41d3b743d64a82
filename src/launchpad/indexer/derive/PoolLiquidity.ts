import * as Curve from '#launchpad/contract/Curve.ts'
import * as Tick from '#uniswap/Tick.ts'

/** Liquidity that begins or ends at a tick: `net` is what an upward crossing adds, `gross` tells whether anyone uses it. */
export type TickLiquidity = { gross: bigint; net: bigint }

/** The positions of a pool, by the ticks at which they begin and end. */
export type PoolLiquidity = {
  ticks: Map<number, TickLiquidity>
  /** What is in use at the present price. */
  active: bigint
}

export type LiquidityDelta = { tickLower: number; tickUpper: number; delta: bigint }

const { tickSpacing } = Curve.pool
const WORD = 256

/** `tick` is the pool's present one. */
export function create(ticks: ReadonlyMap<number, TickLiquidity>, tick: number): PoolLiquidity {
  let active = 0n
  for (const [at, { net }] of ticks) if (at <= tick) active += net
  return { ticks: new Map(ticks), active }
}

/** Adds to a position, or takes from it. */
export function modify(liquidity: PoolLiquidity, { tickLower, tickUpper, delta }: LiquidityDelta, tick: number): void {
  add(liquidity, tickLower, { gross: delta, net: delta })
  add(liquidity, tickUpper, { gross: delta, net: -delta })
  if (tickLower <= tick && tick < tickUpper) liquidity.active += delta
}

function add({ ticks }: PoolLiquidity, at: number, change: TickLiquidity): void {
  const known = ticks.get(at) ?? { gross: 0n, net: 0n }
  const gross = known.gross + change.gross
  if (gross === 0n) ticks.delete(at)
  else ticks.set(at, { gross, net: known.net + change.net })
}

export type Target = { tick: number; sqrtPriceX96: bigint; net: bigint }

/** Where a swap stops next: the nearest tick in use, or the end of the word of the pool's bitmap that is searched. */
export function nextTarget({ ticks }: PoolLiquidity, tick: number, isDownward: boolean): Target {
  const compressed = Math.floor(tick / tickSpacing) + (isDownward ? 0 : 1)
  const bit = ((compressed % WORD) + WORD) % WORD
  const [last, step] = isDownward ? [compressed - bit, -1] : [compressed + WORD - 1 - bit, 1]
  let at = compressed
  while (at !== last && !ticks.has(at * tickSpacing)) at += step
  const found = Math.min(Tick.MAX, Math.max(Tick.MIN, at * tickSpacing))
  return { tick: found, sqrtPriceX96: Tick.toSqrtRatio(found), net: ticks.get(found)?.net ?? 0n }
}
