import type { Address } from 'viem'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Draft } from '#liquidity/steps/Draft.ts'

/** The transaction of a claim, and what it collects. */
export type ClaimDraft = Draft & {
  readonly token0: Address
  readonly token1: Address
  readonly amounts: Amounts
  readonly owner: Address
}
