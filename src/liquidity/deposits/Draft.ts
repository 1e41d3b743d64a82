import type { Address } from 'viem'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import type { Limits, Warning } from '#liquidity/answer/Limits.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import type { Stated } from '#liquidity/checks/checkCalldata.ts'
import type { Block, Token } from '#liquidity/pools/Snapshot.ts'

/** A transaction that an endpoint has built, before it is checked and simulated. */
export type Draft = {
  readonly to: Address
  readonly payload: Payload
  readonly block: Block
  /** The transaction in words, without its cost. */
  readonly summary: string
  /** The statements of the answer, for the check against the calldata. */
  readonly stated: Omit<Stated, 'wallet' | 'to' | 'data' | 'value' | 'targets'>
  readonly limits: Limits
  readonly tokens: readonly Token[]
  readonly warnings?: readonly Warning[] | undefined
  /** The approvals that must be sent first. */
  readonly approvals: () => readonly Approval[]
  /** Known already if the amounts had to be measured by a simulation. */
  readonly failure?: Failure | undefined
}
