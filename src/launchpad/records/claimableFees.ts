import * as Curve from '#launchpad/contract/Curve.ts'
import type { Launch } from './Launch.ts'

type Fees = Pick<Launch, 'curveFees' | 'poolFees' | 'claimed'>

/**
 * What the creator can claim, to the wei: half of all fees so far, rounded down once, less what was claimed.
 * `uncollected` is what the pool holds beside them.
 */
export function claimableFees({ curveFees, poolFees, claimed }: Fees, uncollected = 0n): bigint {
  return Curve.creatorShare(curveFees + poolFees + uncollected) - claimed
}
