import type { Address } from 'viem'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Draft } from '#liquidity/steps/Draft.ts'
import type { Range } from '#liquidity/steps/Range.ts'

/** The transaction of a creation, and what its answer says beside. */
export type CreateDraft = Draft & {
  readonly token0: Address
  readonly token1: Address
  readonly amounts: Amounts
  readonly range: Range
  readonly slippage: bigint
}
