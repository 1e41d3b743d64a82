import type { Address } from 'viem'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Range } from '#liquidity/request/Range.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The transaction of a creation and the further fields of its answer. */
export type CreateDraft = Draft & {
  readonly token0: Address
  readonly token1: Address
  readonly amounts: Amounts
  readonly range: Range
  /** The price of the pool. */
  readonly sqrtRatioX96: bigint
  readonly slippage: bigint
  readonly minted: { readonly expectedLiquidity: bigint; readonly minimumLiquidity: bigint }
}
