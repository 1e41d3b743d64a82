/**
 * The amount of a wallet's tokens to swap so that the rest and the proceeds fit a range. Computed in doubles, which is
 * exact enough for a quote.
 */

import type { Segment } from './Depth.ts'
import type { Amounts } from './Liquidity.ts'
import * as Tick from './Tick.ts'

type Market = {
  readonly sqrtRatioX96: bigint
  /** Liquidity around the price, lowest first. */
  readonly segments: readonly Segment[]
  /** The swap fee in millionths. */
  readonly fee: number
}

type ZapSwap = { readonly zeroForOne: boolean; readonly amountIn: bigint }

type Ticks = { readonly tickLower: number; readonly tickUpper: number }

/** Amounts in smallest units and square roots of prices, as doubles. */
type Holding = { readonly x: number; readonly y: number }
type Step = Holding & { readonly s: number; readonly paid: number }
type Range = { readonly a: number; readonly b: number }

const Q96 = 2 ** 96

/** The swap after which both amounts are used up in the range; undefined if the segments end before it. */
export function swapFor(held: Amounts, market: Market, ticks: Ticks): ZapSwap | undefined {
  const range = { a: rootOf(ticks.tickLower), b: rootOf(ticks.tickUpper) }
  const start = { x: Number(held.amount0), y: Number(held.amount1), s: Number(market.sqrtRatioX96) / Q96 }
  const zeroForOne = hasExcess0(start, start.s, range)
  const end = walk({ ...start, paid: 0 }, market, { range, zeroForOne })
  if (!end) return undefined
  const most = zeroForOne ? held.amount0 : held.amount1
  const amountIn = BigInt(Math.floor(end.paid))
  return { zeroForOne, amountIn: amountIn < most ? amountIn : most }
}

type Search = { readonly range: Range; readonly zeroForOne: boolean }

// Within a segment the answer is the root of a quadratic; beyond it, the swap goes to its end and the search on from there.
function walk(from: Step, { segments, fee }: Market, { range, zeroForOne }: Search): Step | undefined {
  const keep = 1 - fee / 1e6
  let step = from
  for (const { edge, level } of stretchesAhead(segments, from.s, zeroForOne)) {
    const pool = { level, keep, zeroForOne }
    const target = level === 0 ? undefined : balanced(step, { ...pool, range })
    if (target !== undefined && !isBeyond(target, edge, zeroForOne)) return swapTo(step, target, pool)
    step = swapTo(step, edge, pool)
    if (step.x < 0 || step.y < 0) return undefined
  }
  return undefined
}

/** The ends of the segments that lie ahead of a price, in the direction of the swap, with their liquidity. */
function stretchesAhead(segments: readonly Segment[], s: number, zeroForOne: boolean) {
  const ordered = zeroForOne ? segments.toReversed() : segments
  return ordered
    .map(({ tickLower, tickUpper, liquidity }) => ({
      edge: rootOf(zeroForOne ? tickLower : tickUpper),
      level: Number(liquidity),
    }))
    .filter(({ edge }) => isBeyond(edge, s, zeroForOne))
}

function isBeyond(price: number, other: number, zeroForOne: boolean): boolean {
  return zeroForOne ? price < other : price > other
}

type Pool = { readonly level: number; readonly keep: number; readonly zeroForOne: boolean }

function swapTo({ x, y, s, paid }: Step, u: number, { level, keep, zeroForOne }: Pool): Step {
  const in0 = (level / keep) * (1 / u - 1 / s)
  const out1 = level * (s - u)
  if (zeroForOne) return { x: x - in0, y: y + out1, s: u, paid: paid + in0 }
  const in1 = (level / keep) * (u - s)
  const out0 = level * (1 / s - 1 / u)
  return { x: x + out0, y: y - in1, s: u, paid: paid + in1 }
}

/** The price at which the rest and the proceeds have the ratio of the range, if the liquidity stays the same until there. */
function balanced({ x, y, s }: Step, { range, zeroForOne, level, keep }: Pool & { range: Range }): number | undefined {
  const { a, b } = range
  const c = level / keep
  // Outside the range one token alone is wanted, so that all of the other is swapped.
  const spent = zeroForOne ? 1 / (x / c + 1 / s) : s + y / c
  if (zeroForOne ? spent >= b : spent <= a) return spent
  const [m, n] = [x + c / s, y + c * s]
  const [whole1, whole0] = [y + level * s, x + level / s]
  const roots = zeroForOne
    ? solve(m - level / b, level + whole1 / b - m * a - c, c * a - whole1)
    : solve(c / b - whole0, whole0 * a + level - c - n / b, n - level * a)
  const [least, most] = zeroForOne ? [Math.max(a, spent), Math.min(s, b)] : [Math.max(s, a), Math.min(b, spent)]
  const slack = 1e-12
  return roots.find((root) => root >= least * (1 - slack) && root <= most * (1 + slack))
}

// The form of the roots that does not cancel.
function solve(A: number, B: number, C: number): number[] {
  const root = Math.sqrt(Math.max(0, B * B - 4 * A * C))
  const q = -(B + (B < 0 ? -root : root)) / 2
  return [q / A, C / q].filter((value) => Number.isFinite(value) && value > 0)
}

function hasExcess0({ x, y }: Holding, s: number, { a, b }: Range): boolean {
  if (s <= a) return false
  if (s >= b) return true
  return x * (s - a) > y * (1 / s - 1 / b)
}

function rootOf(tick: number): number {
  return Number(Tick.toSqrtRatio(tick)) / Q96
}
