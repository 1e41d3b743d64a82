import type { Address } from 'viem'
import type { Limits, Warning } from '#liquidity/answer/Limits.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { TokenSum } from './Recipe.ts'

/**
 * Several transactions that pass everything through the wallet, because no contract does all of it safely. Each has its
 * own limits, and none leaves funds in a contract, so that a wallet without atomic batches can stop after any of them.
 */
export type Steps = {
  readonly drafts: readonly Draft[]
  readonly approvals: () => readonly Approval[]
  /** Of all of them together. */
  readonly limits: Limits
  readonly summary: string
  readonly owner: Address
  readonly slippage: bigint
  /** The amounts that reach the wallet. */
  readonly received: readonly TokenSum[]
  readonly guards: readonly Warning[]
  readonly warnings: readonly Warning[]
  /** The reason why one transaction is not enough, and the paths that need only one. */
  readonly reason: Warning
  readonly alternatives: readonly string[]
}
