import type { Address } from 'viem'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import type { Limits, Warning } from '#liquidity/answer/Limits.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import type { Stated } from '#liquidity/checks/checkCalldata.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'

/** A transaction as an endpoint drafted it. */
export type Draft = {
  readonly to: Address
  readonly payload: Payload
  readonly block: Block
  /** What the transaction does, in words, without its cost. */
  readonly summary: string
  /** What the answer says of it, for the check against its calldata. */
  readonly stated: Omit<Stated, 'wallet' | 'to' | 'data' | 'value' | 'targets'>
  readonly limits: Limits
  readonly warnings?: readonly Warning[] | undefined
  /** What must be sent first for it to succeed. */
  readonly approvals: () => readonly Approval[]
  /** Known already when figures had to be measured by running it. */
  readonly failure?: Failure | undefined
}
