import type { Token } from '../../api/launchpad.ts'

/** The creator's fees of a launch that wait to be claimed. */
export function feesOf({ creatorFees }: Token): bigint {
  return BigInt(creatorFees?.claimable ?? 0)
}
