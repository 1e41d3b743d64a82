import * as Curve from '#launchpad/Curve.ts'
import type { Launch } from '#launchpad/Launch.ts'

/** Each time fees are divided a wei may go to the treasury, and those of one trade are divided once; some are given. */
const ROUNDING = 1_000_000n

/** What the creator can claim now, but for the wei lost to rounding. */
function claimable({ curveFees, poolFees, claimed }: Launch): bigint {
  return Curve.creatorShare(curveFees + poolFees) - claimed
}

/** Whether the amount is all that can be claimed, which is what every claim takes. */
export function isAll(launch: Launch, amount: bigint): boolean {
  const gap = claimable(launch) - amount
  const most = ROUNDING + BigInt(launch.trades)
  return gap >= -most && gap <= most
}
