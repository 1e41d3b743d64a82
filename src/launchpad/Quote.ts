import { ApiError } from '#core/ApiError.ts'
import * as Curve from './Curve.ts'

export type Side = 'buy' | 'sell'

export type Quote = {
  venue: 'curve' | 'pool'
  side: Side
  amountIn: bigint
  amountOut: bigint
  minOut: bigint
  /** Wei; null for a sale in the pool, which pays in tokens. */
  fee: bigint | null
  /** Wei that a buy spends, and that come back because the curve is full. */
  ethUsed: bigint
  refund: bigint
  priceBefore: bigint
  /** Not told by the pool. */
  priceAfter: bigint | null
  priceImpactBps: number
  /** Whether it fills the curve. */
  graduates: boolean
}

type Asked = { side: Side; amount: bigint; slippageBps: number }

const BPS = 10_000n

/** What a trade of this size does to a curve in this state, to the wei; what the contract would refuse is refused. */
export function of(state: Curve.State, { side, amount, slippageBps }: Asked): Quote {
  if (amount === 0n) throw refusal('must be more than zero')
  return side === 'buy' ? buy(state, amount, slippageBps) : sell(state, amount, slippageBps)
}

/** The buy with the least ETH that brings at least this many tokens now; the minimum allows for the slippage. */
export function ofExactOut(state: Curve.State, tokensOut: bigint, slippageBps: number): Quote {
  if (tokensOut === 0n) throw refusal('must be more than zero', 'amountOut')
  const needed = Curve.buyQuoteExactOut(state, tokensOut)
  if (!needed) throw refusal(`must be at most ${Curve.available(state)}, all that the curve has left`, 'amountOut')
  return { ...buy(state, needed.ethIn, slippageBps), minOut: Curve.minOut(tokensOut, slippageBps) }
}

function buy(state: Curve.State, amount: bigint, slippageBps: number): Quote {
  const quote = Curve.buyQuote(state, amount)
  if (quote.tokensOut === 0n) throw refusal('is too small to buy anything')
  const after = Curve.afterBuy(state, quote)
  const priceBefore = Curve.price(state)
  // At the price before, the net amount would have bought this much.
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
    priceImpactBps: impactBps(ideal, quote.tokensOut),
    graduates: Curve.isFull(after),
  }
}

function sell(state: Curve.State, amount: bigint, slippageBps: number): Quote {
  if (amount > state.sold) throw refusal(`must be at most ${state.sold}, all that the curve has sold`)
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
  }
}

/** How much less comes out, before the fee, than at the price before the trade; rounded down. */
function impactBps(ideal: bigint, actual: bigint): number {
  return ideal > actual ? Number(((ideal - actual) * BPS) / ideal) : 0
}

function refusal(message: string, field = 'amount'): ApiError {
  return new ApiError('failed_precondition', `${field} ${message}.`, { details: [{ type: 'field', value: field }] })
}
