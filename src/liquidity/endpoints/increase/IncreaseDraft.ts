import type { Address } from 'viem'
import type { Arrival } from '#liquidity/deposits/Arrival.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

export type IncreaseIntent = {
  readonly tokenPair: TokenPair
  readonly offer: Offer
  readonly now: number
  /** The changes of an earlier transaction of the same answer. */
  readonly arrival?: Arrival | undefined
}
export type IncreaseDraft = Draft & {
  readonly amounts: Amounts
  readonly slippage: bigint
  readonly fees?: Amounts | undefined
  /** Of v3 and v4 positions. */
  readonly owner?: Address | undefined
  readonly minted?: { readonly expectedLiquidity: bigint; readonly minimumLiquidity: bigint }
}
