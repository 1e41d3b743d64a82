import { divideUp } from '#core/bigint.ts'
import type { Segment } from './Depth.ts'
import * as PoolLiquidity from './PoolLiquidity.ts'

const MILLION = 1_000_000n
const Q96 = 96n

export type SwappedPool = {
  readonly sqrtRatioX96: bigint
  readonly currentTick: number
  /** At the current tick. */
  readonly liquidity: bigint
  /** Around the current tick, lowest first. */
  readonly segments: readonly Segment[]
  readonly tickSpacing: number
  /** The whole fee of the swap, in millionths. */
  readonly fee: number
  /** The protocol's part of it. Default: 0. */
  readonly protocolFee?: number | undefined
}

/** The fee that a step of a swap pays to each unit of liquidity at its tick, times 2^128. */
type FeeStep = { readonly tick: number; readonly growth: bigint }
type Outcome = {
  readonly amountOut: bigint
  readonly sqrtRatioX96: bigint
  readonly feeSteps: readonly FeeStep[]
}
type State = {
  price: bigint
  tick: number
  left: bigint
  out: bigint
  readonly feeSteps: FeeStep[]
  readonly pool: PoolLiquidity.PoolLiquidity
}
type Rates = { readonly fee: bigint; readonly protocol: bigint }

/** The proceeds of an exact-in swap and the price after it, to the unit; undefined if the known segments end before. */
export function exactIn(swapped: SwappedPool, zeroForOne: boolean, amountIn: bigint): Outcome | undefined {
  const pool = poolOf(swapped)
  const { sqrtRatioX96: price, currentTick: tick } = swapped
  const state: State = { price, tick, left: amountIn, out: 0n, feeSteps: [], pool }
  const rates = { fee: BigInt(swapped.fee), protocol: BigInt(swapped.protocolFee ?? 0) }
  const [first, last] = [swapped.segments[0], swapped.segments.at(-1)]
  while (state.left > 0n) {
    const isKnown = first && last && state.tick >= first.tickLower && state.tick < last.tickUpper
    if (!isKnown) return undefined
    step(state, zeroForOne, rates)
  }
  return { amountOut: state.out, sqrtRatioX96: state.price, feeSteps: state.feeSteps }
}

function poolOf({ segments, liquidity, tickSpacing, fee }: SwappedPool): PoolLiquidity.PoolLiquidity {
  const ticks = new Map<number, PoolLiquidity.TickLiquidity>()
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1]
    if (before) ticks.set(segment.tickLower, { gross: 1n, net: segment.liquidity - before.liquidity })
  }
  return { terms: { fee, tickSpacing }, ticks, active: liquidity }
}

// One step of the pool's own loop: to the next stop, or to where the input ends.
function step(state: State, zeroForOne: boolean, rates: Rates): void {
  const { fee } = rates
  const { pool, price, left } = state
  const target = PoolLiquidity.nextTarget(pool, state.tick, zeroForOne)
  const whole = inputTo(pool.active, price, target.sqrtPriceX96)
  const net = (left * (MILLION - fee)) / MILLION
  const reaches = net >= whole
  const next = reaches ? target.sqrtPriceX96 : moved(pool.active, price, { amount: net, zeroForOne })
  state.out += outputTo(pool.active, price, next)
  const amountIn = reaches ? whole : inputTo(pool.active, price, next)
  const paid = reaches ? divideUp(whole * fee, MILLION - fee) : left - amountIn
  state.feeSteps.push({ tick: state.tick, growth: growthOf(pool.active, { amountIn, paid }, rates) })
  state.left = reaches ? left - whole - paid : 0n
  state.price = next
  if (!reaches) return
  pool.active += zeroForOne ? -target.net : target.net
  state.tick = zeroForOne ? target.tick - 1 : target.tick
}

// The protocol takes its part of the whole input, rounded down; the liquidity shares the rest of the fee.
function growthOf(liquidity: bigint, { amountIn, paid }: { amountIn: bigint; paid: bigint }, rates: Rates): bigint {
  if (liquidity === 0n) return 0n
  const taken = rates.fee === rates.protocol ? paid : ((amountIn + paid) * rates.protocol) / MILLION
  return ((paid - taken) << 128n) / liquidity
}

function moved(
  liquidity: bigint,
  price: bigint,
  { amount, zeroForOne }: { amount: bigint; zeroForOne: boolean },
): bigint {
  if (!zeroForOne) return price + (amount << Q96) / liquidity
  const shifted = liquidity << Q96
  return divideUp(shifted * price, shifted + amount * price)
}

function inputTo(liquidity: bigint, from: bigint, to: bigint): bigint {
  if (to >= from) return divideUp(liquidity * (to - from), 1n << Q96)
  return divideUp(divideUp((liquidity << Q96) * (from - to), from), to)
}

function outputTo(liquidity: bigint, from: bigint, to: bigint): bigint {
  if (to < from) return (liquidity * (from - to)) >> Q96
  return to === from ? 0n : ((liquidity << Q96) * (to - from)) / to / from
}
