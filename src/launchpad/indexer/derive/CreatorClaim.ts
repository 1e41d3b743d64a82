import * as Curve from '#launchpad/Curve.ts'
import type { Launch } from '#launchpad/Launch.ts'

/** Each time the treasury claims between two claims of the creator an odd wei goes to the treasury; some are given. */
const ROUNDING = 1_000_000n

/** What the creator can claim now of fees that are on the launchpad, but for those odd wei. */
function claimable({ curveFees, poolFees, dividedFees }: Launch): bigint {
  return Curve.creatorShare(curveFees + poolFees - dividedFees)
}

/** Whether the amount is all that can be claimed, which is what every claim takes. */
export function isAll(launch: Launch, amount: bigint): boolean {
  const gap = claimable(launch) - amount
  return gap >= -ROUNDING && gap <= ROUNDING
}
