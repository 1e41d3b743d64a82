import * as Curve from '#launchpad/contract/Curve.ts'
import type { Launch } from './Launch.ts'

type Fees = Pick<Launch, 'curveFees' | 'poolFees' | 'claimed'>

/**
 * The wei that the creator can claim: half of all fees so far, rounded down once, less earlier claims. `uncollected`
 * are fees still in the pool.
 */
export function claimableFees({ curveFees, poolFees, claimed }: Fees, uncollected = 0n): bigint {
  return Curve.creatorShare(curveFees + poolFees + uncollected) - claimed
}
