import type { Address } from 'viem'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Draft } from '#liquidity/steps/Draft.ts'
import type { TokenPair } from '#liquidity/steps/TokenPair.ts'

export type DecreaseIntent = { readonly tokenPair: TokenPair; readonly now: number }
export type DecreaseDraft = Draft & {
  readonly amounts: Amounts
  readonly fees?: Amounts | undefined
  /** Of v3 and v4 positions. */
  readonly owner?: Address | undefined
}
