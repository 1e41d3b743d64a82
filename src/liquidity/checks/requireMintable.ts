import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'

/** The most that a pool can book in one change. */
const AMOUNT_MAX = (1n << 127n) - 1n

type Mint = {
  readonly protocol: 'V3' | 'V4'
  readonly liquidity: bigint
  readonly amounts: Liquidity.Amounts
  readonly sqrtRatioX96: bigint
  readonly tickLower: number
  readonly tickUpper: number
  readonly tickSpacing: number
  readonly offer: Offer
}

/** Refuses a mint that the contracts would reject. */
export function requireMintable(mint: Mint): void {
  if (mint.liquidity === 0n) throw isOutside(mint) ? outside(mint) : tooSmall(mint.offer)
  const { amount0, amount1 } = mint.amounts
  const most = Liquidity.maxPerTick(mint.protocol, mint.tickSpacing)
  if (mint.liquidity > most || amount0 > AMOUNT_MAX || amount1 > AMOUNT_MAX) throw tooLarge(mint.offer)
}

/** Refuses a starting price that a pool cannot have. */
export function requirePrice(sqrtRatioX96: bigint): void {
  if (sqrtRatioX96 >= SqrtPrice.MIN && sqrtRatioX96 < SqrtPrice.MAX) return
  throw invalidField('newPool.initialPrice', `must be a sqrtRatioX96 from ${SqrtPrice.MIN} to ${SqrtPrice.MAX - 1n}`)
}

function isOutside({ offer, sqrtRatioX96, tickLower, tickUpper }: Mint): boolean {
  if (offer.side === 'token0') return sqrtRatioX96 >= Tick.toSqrtRatio(tickUpper)
  return sqrtRatioX96 <= Tick.toSqrtRatio(tickLower)
}

function outside({ offer }: Mint): ApiError {
  const [where, other] = offer.side === 'token0' ? ['above', 'token1'] : ['below', 'token0']
  return new ApiError(
    'invalid_argument',
    `The price is ${where} the range, which then holds only ${other}. Send ${other} as independentToken, or another range.`,
    { details: [{ type: 'field', value: 'independentToken.tokenAddress' }] },
  )
}

function tooSmall({ cap }: Offer): ApiError {
  const field = cap === undefined ? 'independentToken.amount' : 'dependentToken.amount'
  return invalidField(field, 'is too small to make any liquidity in this range. Send more')
}

function tooLarge(offer: Offer): ApiError {
  return invalidField('independentToken.amount', `${offer.amount} is more than a tick of this pool can hold. Send less`)
}
