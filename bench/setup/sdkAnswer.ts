import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { CurrencyAmount as Amounts, Currency, Percent as PercentType } from '@uniswap/sdk-core'
import type { Position as PositionType } from '@uniswap/v4-sdk'
import type { SdkState } from './sdkState.ts'

const require = createRequire(import.meta.url)
const { CurrencyAmount, MaxUint256, Percent, Price, Rounding }: typeof import('@uniswap/sdk-core') =
  require('@uniswap/sdk-core')
const { encodeSqrtRatioX96, maxLiquidityForAmounts, TickMath }: typeof import('@uniswap/v3-sdk') =
  require('@uniswap/v3-sdk')
const { Position, V4PositionManager }: typeof import('@uniswap/v4-sdk') = require('@uniswap/v4-sdk')

type Amount = Amounts<Currency>
type Big = PositionType['liquidity']

export type BuildRequest = {
  walletAddress: string
  chainId: number
  independentToken: { amount: string }
  tickBounds: { tickLower: number; tickUpper: number }
  slippageTolerance?: number | undefined
  deadline?: number | undefined
}
/** Chain name, and the contract that receives the transaction. */
export type Place = { chainName: string; manager: string }

const NATIVE = '0x0000000000000000000000000000000000000000'
const Q96 = 96n
const Q192 = (1n << 192n).toString()
const FRESH_MS = 30_000

/** The answer of `POST /lp/create` for a v4 pool of native currency: what is asked for, within the limits it states. */
export function sdkAnswer({ pool, balance0, balance1, blockNumber }: SdkState, request: BuildRequest, place: Place) {
  const { walletAddress, chainId, tickBounds } = request
  const tolerance = new Percent(Math.round((request.slippageTolerance ?? 0.05) * 1e8), 10_000_000_000)
  const amount0 = request.independentToken.amount
  const whole = Position.fromAmount0({ pool, ...tickBounds, amount0, useFullPrecision: true })
  const position = new Position({ pool, ...tickBounds, liquidity: fitting(whole, tolerance) })
  const paid = amountsOf(position, position.mintAmounts)
  // The SDK does not return the maxima it encodes, so they are computed a second time.
  const most = amountsOf(position, position.mintAmountsWithSlippage(tolerance))
  if (balance0.lessThan(most[0]) || balance1.lessThan(paid[1])) throw new Error('The wallet has too little.')
  const { calldata, value } = V4PositionManager.addCallParameters(position, {
    slippageTolerance: tolerance,
    deadline: String(request.deadline ?? Math.floor(Date.now() / 1000) + 1800),
    recipient: walletAddress,
    useNative: pool.currency0 as Extract<typeof pool.currency0, { isNative: true }>,
    hookData: '0x',
  })
  const [lower, upper] = [position.token0PriceLower, position.token0PriceUpper]
  const guard = guardOf(position, most)
  const token1 = pool.currency1.wrapped.address
  return {
    requestId: randomUUID(),
    token0: { tokenAddress: NATIVE, amount: paid[0].quotient.toString() },
    token1: { tokenAddress: token1, amount: paid[1].quotient.toString() },
    adjustedMinPrice: lower.asFraction.toFixed(36, undefined, Rounding.ROUND_DOWN),
    adjustedMaxPrice: upper.asFraction.toFixed(36, undefined, Rounding.ROUND_DOWN),
    ...tickBounds,
    create: { to: place.manager, from: walletAddress, data: calldata, value, chainId },
    slippage: Number(tolerance.toFixed(8)),
    limits: {
      pay: [
        { tokenAddress: NATIVE, atMost: most[0].quotient.toString(), enforced: true },
        { tokenAddress: token1, atMost: most[1].quotient.toString(), enforced: true },
      ],
      receive: [],
      price: {
        quotedTokenAddress: token1,
        atLeast: guard[0].asFraction.toFixed(36, undefined, Rounding.ROUND_DOWN),
        atMost: guard[1].asFraction.toFixed(36, undefined, Rounding.ROUND_UP),
      },
    },
    warnings: [],
    summary:
      `Create a V4 position on ${place.chainName} (${chainId}): pay ${words(paid)}, at most ${words(most)} into the ` +
      `pool with ${pool.fee / 10_000} % fee, from ${lower.toSignificant(6)} to ${upper.toSignificant(6)} ` +
      `${unit(pool)} (ticks ${tickBounds.tickLower} to ${tickBounds.tickUpper}). It reverts unless the price is ` +
      `from ${guard[0].toSignificant(6)} ${unit(pool)} to ${guard[1].toSignificant(6)} ${unit(pool)}. ` +
      `Tokens: ${pool.currency1.symbol} ${token1}. Network fee not estimated.`,
    blockNumber: blockNumber.toString(),
    expiresAt: new Date(Date.now() + FRESH_MS).toISOString(),
  }
}

// The most liquidity that the amounts and the tolerance pay for at both ends of what is tolerated.
export function fitting(whole: PositionType, tolerance: PercentType): Big {
  const { pool, tickLower, tickUpper } = whole
  const { amount0, amount1 } = whole.mintAmounts
  const price = pool.token0Price.asFraction
  const [low, high] = [price.multiply(ONE.subtract(tolerance)), price.multiply(tolerance.add(1))]
  const [below, above] = [
    encodeSqrtRatioX96(low.numerator, low.denominator),
    encodeSqrtRatioX96(high.numerator, high.denominator),
  ]
  const ends = [TickMath.getSqrtRatioAtTick(tickLower), TickMath.getSqrtRatioAtTick(tickUpper)] as const
  const by0 = maxLiquidityForAmounts(below, ...ends, roomy(amount0, tolerance), MaxUint256, true)
  const by1 = maxLiquidityForAmounts(above, ...ends, MaxUint256, roomy(amount1, tolerance), true)
  return [by0, by1].reduce(lesser, whole.liquidity)
}

function roomy(amount: Big, tolerance: PercentType): Big {
  return tolerance.add(1).multiply(amount).quotient
}

function lesser(a: Big, b: Big): Big {
  return toBigInt(a) < toBigInt(b) ? a : b
}

const ONE = new Percent(1)

// The prices beyond which the position would cost more than its maxima, so that the contract reverts.
function guardOf(
  { pool, liquidity: big, tickLower, tickUpper }: PositionType,
  [most0, most1]: readonly [Amount, Amount],
) {
  const [lower, upper] = [rootAt(tickLower), rootAt(tickUpper)]
  const liquidity = toBigInt(big)
  const shifted = liquidity << Q96
  const divisor = toBigInt(most0.quotient) * upper + shifted
  const lowest = (shifted * upper + divisor - 1n) / divisor
  const highest = lower + (toBigInt(most1.quotient) << Q96) / liquidity
  const price = (root: bigint) => new Price(pool.currency0, pool.currency1, Q192, (root * root).toString())
  return [price(lowest), price(highest)] as const
}

function rootAt(tick: number): bigint {
  return toBigInt(TickMath.getSqrtRatioAtTick(tick))
}

function toBigInt(value: Big): bigint {
  return BigInt(value.toString())
}

function amountsOf({ pool }: PositionType, { amount0, amount1 }: { amount0: Big; amount1: Big }): [Amount, Amount] {
  return [CurrencyAmount.fromRawAmount(pool.currency0, amount0), CurrencyAmount.fromRawAmount(pool.currency1, amount1)]
}

function words([amount0, amount1]: readonly [Amount, Amount]): string {
  return `${amount0.toExact()} ${named(amount0.currency)} and ${amount1.toExact()} ${named(amount1.currency)}`
}

function unit({ currency0, currency1 }: SdkState['pool']): string {
  return `${named(currency1)} per ${named(currency0)}`
}

function named(currency: Amount['currency']): string {
  if (currency.isNative) return currency.symbol ?? ''
  return `${currency.symbol} (${currency.address.slice(0, 6)}…${currency.address.slice(-4)})`
}
