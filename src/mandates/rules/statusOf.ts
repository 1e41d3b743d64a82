import type { Terms } from './Grant.ts'

export const STATUSES = ['active', 'revoked', 'expired', 'used', 'undelegated', 'paused'] as const
export type Status = (typeof STATUSES)[number]

type Facts = {
  block: { timestamp: bigint }
  isRevoked: boolean
  isPaused: boolean
  isDelegated: boolean
  used: bigint
}

/** Whether the chain would accept a redemption now, and if not, the first reason that stays. */
export function statusOf({ block, isRevoked, isPaused, isDelegated, used }: Facts, { until, trades }: Terms): Status {
  if (isRevoked) return 'revoked'
  if (block.timestamp >= until) return 'expired'
  if (used >= trades) return 'used'
  if (!isDelegated) return 'undelegated'
  return isPaused ? 'paused' : 'active'
}
