/** Liquidity by price, summed over the initialised ticks around the current one. */

/** A tick at which liquidity begins or ends; `net` is added when the price crosses it upwards. */
export type InitializedTick = { readonly tick: number; readonly net: bigint }

/** Prices from one tick to the next with the same liquidity. */
export type Segment = { readonly tickLower: number; readonly tickUpper: number; readonly liquidity: bigint }

type Window = {
  /** Ascending, and all there are between the window's ends. */
  readonly ticks: readonly InitializedTick[]
  readonly from: number
  readonly to: number
  readonly currentTick: number
  /** At the current tick. */
  readonly liquidity: bigint
}

/**
 * The window split at its initialised ticks, lowest first; the current tick is in the segment whose liquidity is known.
 */
export function segments({ ticks, from, to, currentTick, liquidity }: Window): Segment[] {
  const inside = ticks.filter(({ tick }) => tick > from && tick < to)
  const below = inside.filter(({ tick }) => tick <= currentTick)
  let level = below.reduce((rest, { net }) => rest - net, liquidity)
  let tickLower = from
  const found: Segment[] = []
  for (const { tick, net } of inside) {
    found.push({ tickLower, tickUpper: tick, liquidity: level })
    level += net
    tickLower = tick
  }
  return [...found, { tickLower, tickUpper: to, liquidity: level }]
}

const WORD = 256

/** The words of a tick bitmap that cover a distance in ticks on either side. */
export function wordsAround(tick: number, spacing: number, distance: number): number[] {
  const wordOf = (at: number) => Math.floor(Math.floor(at / spacing) / WORD)
  const first = wordOf(tick - distance)
  return Array.from({ length: wordOf(tick + distance) - first + 1 }, (_, index) => first + index)
}

/** The ticks that a word of a bitmap marks, lowest first. */
export function ticksOf(word: number, bitmap: bigint, spacing: number): number[] {
  const marked: number[] = []
  for (let bit = 0, rest = bitmap; rest !== 0n; bit++, rest >>= 1n) {
    if (rest & 1n) marked.push((word * WORD + bit) * spacing)
  }
  return marked
}
