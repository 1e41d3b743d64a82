/** Ticks and their square-root prices, bit for bit as the v3 and v4 core contracts compute them. */

import { MAX_UINT256 } from '#core/bigint.ts'

export const MIN = -887272
export const MAX = 887272

const LOW_BITS = 12
const LOW_MASK = (1 << LOW_BITS) - 1

// sqrt(1.0001)^-(2^i) in Q128, the constants of the core contracts.
const RATIOS = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

let lowProducts: bigint[] | undefined

/** The contracts multiply from the lowest bit up and truncate after each step, so the product of the low bits can be a table. */
function multiplyLowBits(): bigint[] {
  const products = [1n << 128n]
  for (let bits = 1; bits <= LOW_MASK; bits++) {
    const top = 31 - Math.clz32(bits)
    products.push((at(products, bits ^ (1 << top)) * at(RATIOS, top)) >> 128n)
  }
  return products
}

/** The Q64.96 square-root price of a tick, rounded up as the contracts round it. */
export function toSqrtRatio(tick: number): bigint {
  if (!Number.isInteger(tick) || tick < MIN || tick > MAX)
    throw new RangeError(`Tick ${tick} is outside ${MIN}…${MAX}.`)
  const distance = Math.abs(tick)
  lowProducts ??= multiplyLowBits()
  let ratio = at(lowProducts, distance & LOW_MASK)
  for (let high = distance >> LOW_BITS, bit = LOW_BITS; high !== 0; high >>= 1, bit++) {
    if (high & 1) ratio = (ratio * at(RATIOS, bit)) >> 128n
  }
  if (tick > 0) ratio = MAX_UINT256 / ratio
  return (ratio + 0xffffffffn) >> 32n
}

/** The greatest tick whose square-root price is not above the given one. */
export function fromSqrtRatio(sqrtRatioX96: bigint): number {
  // The logarithm is right to far less than a tick; the exact comparison settles the edge.
  const guess = Math.floor((2 * Math.log(Number(sqrtRatioX96) / 2 ** 96)) / Math.log(1.0001))
  const tick = Math.min(Math.max(guess, MIN), MAX - 1)
  if (toSqrtRatio(tick) > sqrtRatioX96) return tick - 1
  return toSqrtRatio(tick + 1) <= sqrtRatioX96 ? tick + 1 : tick
}

/** The usable tick nearest to `tick` for this spacing, kept inside the protocol's limits; a half rounds up. */
export function snap(tick: number, spacing: number): number {
  const nearest = Math.round(tick / spacing) * spacing
  return Math.min(Math.max(nearest, lowest(spacing)), highest(spacing)) + 0
}

/** The lowest usable tick for this spacing. */
export function lowest(spacing: number): number {
  return -highest(spacing)
}

/** The highest usable tick for this spacing. */
export function highest(spacing: number): number {
  return Math.floor(MAX / spacing) * spacing
}

function at(table: readonly bigint[], index: number): bigint {
  return table[index] ?? 0n
}
