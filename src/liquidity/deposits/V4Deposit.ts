import type { Address } from 'viem'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { OfferedPermit } from '#liquidity/approvals/acceptPermit.ts'
import type * as V4 from '#liquidity/plans/V4.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** A v4 deposit as it was requested and read: everything that planning and encoding need. */
export type V4Deposit = Omit<V4.DepositRequest, 'hook'> & {
  readonly target: V4.Target
  readonly deadline: bigint
  readonly wallet: Address
  readonly manager: Address
  readonly tokenPair: TokenPair
  readonly snapshot: Snapshot<unknown>
  /** Fees that the same transaction pays to the wallet. */
  readonly fees: Amounts
  readonly permit: OfferedPermit | undefined
  /** Seconds since 1970. */
  readonly now: bigint
}

export type V4DepositPlan = V4.DepositPlan & {
  readonly warnings: readonly Warning[]
  readonly failure?: Failure | undefined
}
