/** Fees a concentrated position has earned and not collected. All growth counters wrap at 2^256. */

import { MAX_UINT256 } from '#core/bigint.ts'
import type { Amounts } from './Liquidity.ts'

export type Growth = { readonly growth0: bigint; readonly growth1: bigint }
type Ticks = { readonly current: number; readonly lower: number; readonly upper: number }
type Counters = { readonly global: Growth; readonly lower: Growth; readonly upper: Growth }

/** Fee growth inside a range, from the pool's counters and those outside its two ticks. */
export function growthInside(ticks: Ticks, counters: Counters): Growth {
  return {
    growth0: inside(ticks, [counters.global.growth0, counters.lower.growth0, counters.upper.growth0]),
    growth1: inside(ticks, [counters.global.growth1, counters.lower.growth1, counters.upper.growth1]),
  }
}

type Booked = {
  readonly liquidity: bigint
  readonly insideLast: Growth
  readonly owed0: bigint
  readonly owed1: bigint
}

/** The fees of a v3 position once the growth inside its range is booked. */
export function owed(booked: Booked, inside: Growth): Amounts {
  const { liquidity, insideLast } = booked
  return {
    amount0: booked.owed0 + earned(liquidity, inside.growth0, insideLast.growth0),
    amount1: booked.owed1 + earned(liquidity, inside.growth1, insideLast.growth1),
  }
}

/** The fees earned since the growth counter was last written, rounded down as the contracts do. */
export function earned(liquidity: bigint, growth: bigint, growthLast: bigint): bigint {
  return (((growth - growthLast) & MAX_UINT256) * liquidity) >> 128n
}

function inside(
  { current, lower, upper }: Ticks,
  [global, outsideLower, outsideUpper]: [bigint, bigint, bigint],
): bigint {
  const below = current >= lower ? outsideLower : global - outsideLower
  const above = current < upper ? outsideUpper : global - outsideUpper
  return (global - below - above) & MAX_UINT256
}
