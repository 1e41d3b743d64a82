import type { Warning } from '#liquidity/answer/Limits.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'

/** Above the liquidity of any pool, so that the pool that is left counts regardless of the depth of the other one. */
const DEEPEST = 1n << 128n

type Warned = { readonly warnings?: readonly Warning[] | undefined }
type Prices = {
  /** The price of the pool that the liquidity leaves. */
  readonly left: bigint
  /** That of the pool that it enters, in the same order of tokens. */
  readonly entered: bigint
  readonly pair: readonly [Token, Token]
}

/**
 * Warns of prices that differ, because the pool that is entered may be the market itself; only once if the market price
 * differs too.
 */
export function withPriceLeft<Move extends Warned>(move: Move, { left, entered, pair }: Prices): Move {
  const { warnings = [] } = move
  if (warnings.some(({ code }) => code === 'PRICE_OFF_MARKET')) return move
  const source = { name: 'the pool that it leaves', sqrtRatioX96: left, liquidity: DEEPEST }
  const target = { sqrtRatioX96: entered, liquidity: 1n }
  return { ...move, warnings: [...warnings, ...priceWarnings(source, target, pair)] }
}
