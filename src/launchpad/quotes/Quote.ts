import { ApiError } from '#core/ApiError.ts'
import { BPS } from '#core/bigint.ts'
import * as Curve from '#launchpad/contract/Curve.ts'

export type Side = 'buy' | 'sell'

export type Quote = {
  venue: 'curve' | 'pool'
  side: Side
  amountIn: bigint
  amountOut: bigint
  minOut: bigint
  /** Wei; null for a sale in the pool, whose fee is in tokens. */
  fee: bigint | null
  /** Wei that a buy spends, and wei returned because the curve is full. */
  ethUsed: bigint
  refund: bigint
  priceBefore: bigint
  /** Null in the pool. */
  priceAfter: bigint | null
  priceImpactBps: number
  /** Whether it fills the curve. */
  graduates: boolean
  /** Tokens that an opening burns. */
  withheld: bigint
  opening: AtEnd | null
}

/** A buy in an opening; `amountOutAtEnd` is its result at the end of the opening if no one else trades. */
export type AtEnd = { surchargeBps: number; endsAt: number; amountOutAtEnd: bigint }

type Opening = { surchargeBps: number; endsAt: number }
const NONE: Opening = { surchargeBps: 0, endsAt: 0 }

type TradeRequest = { side: Side; amount: bigint; slippageBps: number; opening?: Opening }

/** A trade on a curve in this state, exact to the wei; throws if the contract would revert. */
export function of(state: Curve.State, { side, amount, slippageBps, opening }: TradeRequest): Quote {
  if (amount === 0n) throw refusal('must be more than zero')
  return side === 'buy' ? buy(state, amount, { slippageBps, opening }) : sell(state, amount, slippageBps)
}

/** The cheapest buy that returns at least this many tokens now; `minOut` allows for the slippage. */
export function ofExactOut(state: Curve.State, tokensOut: bigint, terms: Terms): Quote {
  if (tokensOut === 0n) throw refusal('must be more than zero', 'amountOut')
  const needed = Curve.buyQuoteExactOut(state, tokensOut, terms.opening?.surchargeBps)
  if (!needed) throw refusal(`must be at most ${mostOf(state, terms)}, the maximum that a buy can get now`, 'amountOut')
  return { ...buy(state, needed.ethIn, terms), minOut: Curve.minOut(tokensOut, terms.slippageBps) }
}

type Terms = { slippageBps: number; opening?: Opening | undefined }

/** The tokens left on the curve, less the part that an opening burns. */
function mostOf(state: Curve.State, { opening = NONE }: Terms): bigint {
  const left = Curve.available(state)
  return left - Curve.withheldUp(left, opening.surchargeBps)
}

function buy(state: Curve.State, amount: bigint, { slippageBps, opening = NONE }: Terms): Quote {
  const quote = Curve.buyQuote(state, amount, opening.surchargeBps)
  if (quote.tokensOut === 0n) throw refusal('is too small to buy anything')
  const after = Curve.afterBuy(state, quote)
  const priceBefore = Curve.price(state)
  const ideal = ((quote.ethUsed - quote.fee) * 10n ** 18n) / priceBefore
  return {
    venue: 'curve',
    side: 'buy',
    amountIn: amount,
    amountOut: quote.tokensOut,
    minOut: Curve.minOut(quote.tokensOut, slippageBps),
    fee: quote.fee,
    ethUsed: quote.ethUsed,
    refund: quote.refund,
    priceBefore,
    priceAfter: Curve.price(after),
    priceImpactBps: impactBps(ideal, quote.tokensOut + quote.withheld),
    graduates: Curve.isFull(after),
    withheld: quote.withheld,
    opening: opening.surchargeBps > 0 ? { ...opening, amountOutAtEnd: quote.tokensOut + quote.withheld } : null,
  }
}

function sell(state: Curve.State, amount: bigint, slippageBps: number): Quote {
  if (amount > state.sold) throw refusal(`must be at most ${state.sold}, the amount that the curve has sold`)
  const quote = Curve.sellQuote(state, amount)
  if (quote.ethOut === 0n) throw refusal('is too small to return anything')
  const priceBefore = Curve.price(state)
  const ideal = (amount * priceBefore) / 10n ** 18n
  return {
    venue: 'curve',
    side: 'sell',
    amountIn: amount,
    amountOut: quote.ethOut,
    minOut: Curve.minOut(quote.ethOut, slippageBps),
    fee: quote.fee,
    ethUsed: 0n,
    refund: 0n,
    priceBefore,
    priceAfter: Curve.price(Curve.afterSell(state, amount, quote)),
    priceImpactBps: impactBps(ideal, quote.ethOut + quote.fee),
    graduates: false,
    withheld: 0n,
    opening: null,
  }
}

/** How far the output before the fee is below that at the price before the trade; rounded down. */
function impactBps(ideal: bigint, actual: bigint): number {
  return ideal > actual ? Number(((ideal - actual) * BPS) / ideal) : 0
}

function refusal(message: string, field = 'amount'): ApiError {
  return new ApiError('failed_precondition', `${field} ${message}.`, { details: [{ type: 'field', value: field }] })
}
