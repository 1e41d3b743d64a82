import type { Address } from 'viem'
import type { Limits, Warning } from '#liquidity/answer/Limits.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { TokenSum } from './Recipe.ts'

/**
 * Transactions in a row that pass everything through the wallet, where no contract does all of it safely. Each has its own
 * limits, and none leaves money in a contract, so that a wallet which is not atomic can stop after any of them.
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
  /** Why no single transaction does it, and the paths that take one. */
  readonly reason: Warning
  readonly alternatives: readonly string[]
}
