import * as Tick from '#uniswap/Tick.ts'

const STEP = Math.log(1.0001)

/** How ticks of a pool read as prices between whole tokens; flipped where they are counted in token0. */
export type PriceScale = { decimals0: number; decimals1: number; isFlipped: boolean }
export type Bounds = { lower: number; upper: number }

export function toPrice(tick: number, { decimals0, decimals1, isFlipped }: PriceScale): number {
  const price = Math.exp(tick * STEP) * 10 ** (decimals0 - decimals1)
  return isFlipped ? 1 / price : price
}

/** The tick of a price, with its fraction. */
export function toTick(price: number, { decimals0, decimals1, isFlipped }: PriceScale): number {
  const ratio = (isFlipped ? 1 / price : price) * 10 ** (decimals1 - decimals0)
  return Math.log(ratio) / STEP
}

/** The tick of a square-root ratio, with its fraction. */
export function fractionalTick(sqrtRatioX96: bigint): number {
  return (2 * Math.log(Number(sqrtRatioX96) / 2 ** 96)) / STEP
}

/** The price of a square-root ratio. */
export function priceOf(sqrtRatioX96: bigint, scale: PriceScale): number {
  const price = (Number(sqrtRatioX96) / 2 ** 96) ** 2 * 10 ** (scale.decimals0 - scale.decimals1)
  return scale.isFlipped ? 1 / price : price
}

export type Preset = 'full' | '5' | '10' | '50' | 'below' | 'above'

/** A usual range around a price, in usable ticks; `below` and `above` are by the price as it is shown. */
export function presetBounds(preset: Preset, at: { tick: number; spacing: number; isFlipped: boolean }): Bounds {
  const { tick, spacing, isFlipped } = at
  if (preset === 'full') return { lower: Tick.lowest(spacing), upper: Tick.highest(spacing) }
  if (preset === 'below' || preset === 'above') return oneSided((preset === 'below') !== isFlipped, tick, spacing)
  const share = Number(preset) / 100
  const [down, up] = [Math.log(1 - share) / STEP, Math.log(1 + share) / STEP]
  const [lower, upper] = isFlipped ? [tick - up, tick - down] : [tick + down, tick + up]
  return widened(Tick.snap(lower, spacing), Tick.snap(upper, spacing), spacing)
}

/** All of token1 below the price, down to its half; or all of token0 above it, up to its double. */
function oneSided(isBelow: boolean, tick: number, spacing: number): Bounds {
  const edge = Math.floor(tick / spacing) * spacing
  const reach = Math.log(2) / STEP
  return isBelow
    ? widened(Tick.snap(tick - reach, spacing), edge, spacing)
    : widened(edge + spacing, Tick.snap(tick + reach, spacing), spacing)
}

function widened(lower: number, upper: number, spacing: number): Bounds {
  if (upper > lower) return { lower, upper }
  return upper < Tick.highest(spacing) ? { lower, upper: lower + spacing } : { lower: upper - spacing, upper }
}

/** One end moved to a tick; it stays a spacing away from the other. */
export function moveBound({ lower, upper }: Bounds, end: keyof Bounds, to: { tick: number; spacing: number }): Bounds {
  const tick = Tick.snap(to.tick, to.spacing)
  return end === 'lower'
    ? { lower: Math.min(tick, upper - to.spacing), upper }
    : { lower, upper: Math.max(tick, lower + to.spacing) }
}

export function isFull({ lower, upper }: Bounds, spacing: number): boolean {
  return lower === Tick.lowest(spacing) && upper === Tick.highest(spacing)
}
