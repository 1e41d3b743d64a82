import type { Address } from 'viem'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

export type IncreaseIntent = { readonly tokenPair: TokenPair; readonly offer: Offer; readonly now: number }
export type IncreaseDraft = Draft & {
  readonly amounts: Amounts
  readonly slippage: bigint
  readonly fees?: Amounts | undefined
  /** Of v3 and v4 positions. */
  readonly owner?: Address | undefined
}
