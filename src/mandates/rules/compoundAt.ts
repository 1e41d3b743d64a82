import { invalidField } from '#core/ApiError.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'

type Range = { tickLower: number; tickUpper: number }
type CompoundTerms = { amount0?: bigint | undefined; amount1?: bigint | undefined; priceTolerance: number }
type Deposit = { liquidity: bigint; amount0Max: bigint; amount1Max: bigint }

const MILLION = 1_000_000n
/** Millionths in a percent. */
const PERCENT = 10_000

/** The liquidity that an amount pays for at this price, and the amounts that it takes at the ends of the tolerance. */
export function compoundAt(
  priceX96: bigint,
  range: Range,
  { amount0, amount1, priceTolerance }: CompoundTerms,
): Deposit {
  const bounds = Liquidity.boundsOf(range)
  const isUsed = amount0 === undefined ? priceX96 > bounds.lowerX96 : priceX96 < bounds.upperX96
  if (!isUsed)
    throw invalidField(
      amount0 === undefined ? 'amount1' : 'amount0',
      'is not used at the current price, which is outside the range: send the other amount',
    )
  const liquidity =
    amount0 === undefined
      ? Liquidity.forAmount1(priceX96, bounds, amount1 ?? 0n)
      : Liquidity.forAmount0(priceX96, bounds, amount0)
  if (liquidity === 0n) throw invalidField(amount0 === undefined ? 'amount1' : 'amount0', 'is too small: send more')
  const share = BigInt(Math.round(priceTolerance * PERCENT))
  const moved = (millionths: bigint) => SqrtPrice.root((priceX96 * priceX96 * millionths) / MILLION)
  return {
    liquidity,
    amount0Max: Liquidity.amount0Up(moved(MILLION - share), bounds, liquidity),
    amount1Max: Liquidity.amount1Up(moved(MILLION + share), bounds, liquidity),
  }
}
