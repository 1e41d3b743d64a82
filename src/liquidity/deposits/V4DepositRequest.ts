import type { Address } from 'viem'
import type { OfferedPermit } from '#liquidity/approvals/acceptPermit.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type * as V4 from '#liquidity/plans/V4.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'

/** What a creation and an increase have in common. */
export type V4DepositRequest = {
  readonly wallet: Address
  readonly manager: Address
  readonly tokenPair: TokenPair
  readonly offer: Offer
  readonly snapshot: Snapshot<unknown>
  readonly pool: { readonly key: PoolKey; readonly sqrtRatioX96: bigint }
  readonly tickLower: number
  readonly tickUpper: number
  /** Fees that the same transaction pays to the wallet. */
  readonly fees: Amounts
  readonly permit: OfferedPermit | undefined
  /** Seconds since 1970. */
  readonly now: bigint
  readonly plan: (given: V4.Given) => V4.Plan
}
