import * as Tick from './Tick.ts'

/** Liquidity that begins or ends at a tick: `net` is added by an upward crossing, `gross` is zero if no position uses the tick. */
export type TickLiquidity = { gross: bigint; net: bigint }

/** LP fee in millionths and tick spacing. */
export type PoolTerms = { fee: number; tickSpacing: number }

/** The positions of a pool, by the ticks at which they begin and end. */
export type PoolLiquidity = {
  terms: PoolTerms
  ticks: Map<number, TickLiquidity>
  /** In range at the current price. */
  active: bigint
}

export type LiquidityDelta = { tickLower: number; tickUpper: number; delta: bigint }

const WORD = 256

/** `tick` is the current tick of the pool. */
export function create(terms: PoolTerms, ticks: ReadonlyMap<number, TickLiquidity>, tick: number): PoolLiquidity {
  let active = 0n
  for (const [at, { net }] of ticks) if (at <= tick) active += net
  return { terms, ticks: new Map(ticks), active }
}

/** Adds liquidity to a position, or removes it. */
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

/** The next stop of a swap: the nearest initialised tick, or the end of the searched word of the tick bitmap. */
export function nextTarget({ terms, ticks }: PoolLiquidity, tick: number, isDownward: boolean): Target {
  const { tickSpacing } = terms
  const compressed = Math.floor(tick / tickSpacing) + (isDownward ? 0 : 1)
  const bit = ((compressed % WORD) + WORD) % WORD
  const [last, step] = isDownward ? [compressed - bit, -1] : [compressed + WORD - 1 - bit, 1]
  let at = compressed
  while (at !== last && !ticks.has(at * tickSpacing)) at += step
  const found = Math.min(Tick.MAX, Math.max(Tick.MIN, at * tickSpacing))
  return { tick: found, sqrtPriceX96: Tick.toSqrtRatio(found), net: ticks.get(found)?.net ?? 0n }
}
