import { formatUnits } from 'viem/utils'
import { readAmount } from '#site/format.ts'
import type { Position } from '../../api/liquidity.ts'
import type { ExitRequest } from '../../api/orders.ts'
import { decimalsOf } from '../../liquidity/poolFigures.ts'
import { type TypedTerms, termsOf } from './orderTerms.ts'

/** The fields of the form, as typed. The price is one whole token of the pair, counted in the other. */
export type ExitDraft = TypedTerms & { price: string }
export type Quote = 'token0' | 'token1'

const TYPED = 18
const DECIMALS = 40
const ONE = 10n ** BigInt(DECIMALS)

/** The typed price as smallest units of token1 for one of token0, and whether it lies below the present one. */
export function boundOf(position: Position, quote: Quote, typed: string) {
  const { value } = readAmount(typed, TYPED)
  if (!value || position.sqrtRatioX96 === undefined) return undefined
  const [unit0, unit1, one] = [decimalsOf(position.token0), decimalsOf(position.token1), TYPED].map(
    (decimals) => 10n ** BigInt(decimals),
  ) as [bigint, bigint, bigint]
  const [amount1, amount0] = quote === 'token1' ? [value * unit1, one * unit0] : [one * unit1, value * unit0]
  const sqrt = BigInt(position.sqrtRatioX96)
  const isBelow = amount1 << 192n < sqrt * sqrt * amount0
  return { price: formatUnits((amount1 * ONE) / amount0, DECIMALS), isBelow }
}

/** The request for what is typed; undefined until every field is one. */
export function exitRequest(
  draft: ExitDraft,
  { position, quote, owner }: { position: Position; quote: Quote; owner: string },
): ExitRequest | undefined {
  const { protocol, tokenId } = position
  const bound = boundOf(position, quote, draft.price)
  const terms = termsOf(draft)
  if (!bound || protocol === 'V2' || tokenId === undefined || !terms) return undefined
  const at = bound.isBelow ? { priceBelow: bound.price } : { priceAbove: bound.price }
  return { owner, protocol, tokenId, ...at, ...terms }
}
