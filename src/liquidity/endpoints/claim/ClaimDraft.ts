import type { Address } from 'viem'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The transaction of a claim and the amounts it collects. */
export type ClaimDraft = Draft & {
  readonly token0: Address
  readonly token1: Address
  readonly amounts: Amounts
  readonly owner: Address
}
