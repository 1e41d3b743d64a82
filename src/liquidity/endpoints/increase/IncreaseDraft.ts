import type { Address } from 'viem'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Draft } from '#liquidity/steps/Draft.ts'
import type { TokenPair } from '#liquidity/steps/TokenPair.ts'

export type IncreaseIntent = { readonly tokenPair: TokenPair; readonly offer: Offer; readonly now: number }
export type IncreaseDraft = Draft & {
  readonly amounts: Amounts
  readonly slippage: bigint
  readonly fees?: Amounts | undefined
  /** Of v3 and v4 positions. */
  readonly owner?: Address | undefined
}
