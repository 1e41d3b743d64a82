import type { Address } from 'viem'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Range } from '#liquidity/request/Range.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The transaction of a creation, and what its answer says beside. */
export type CreateDraft = Draft & {
  readonly token0: Address
  readonly token1: Address
  readonly amounts: Amounts
  readonly range: Range
  readonly slippage: bigint
}
