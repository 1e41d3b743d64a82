import type { Address } from 'viem'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

export type DecreaseIntent = { readonly tokenPair: TokenPair; readonly now: number }
export type DecreaseDraft = Draft & {
  readonly amounts: Amounts
  readonly fees?: Amounts | undefined
  /** Of v3 and v4 positions. */
  readonly owner?: Address | undefined
}
