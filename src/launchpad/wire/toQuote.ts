import type { z } from 'zod'
import type * as Quote from '#launchpad/quotes/Quote.ts'
import type { Prepared } from './responses.ts'
import { toDate } from './toWire.ts'

type QuoteFields = NonNullable<z.output<typeof Prepared>['quote']>

export function toQuote(quote: Quote.Quote, { slippageBps, at }: { slippageBps: number; at: number }): QuoteFields {
  const isBuy = quote.side === 'buy'
  return {
    venue: quote.venue,
    side: quote.side,
    amountIn: String(quote.amountIn),
    amountOut: String(quote.amountOut),
    minOut: String(quote.minOut),
    slippageBps,
    fee: quote.fee === null ? null : String(quote.fee),
    ethUsed: isBuy ? String(quote.ethUsed) : null,
    refund: isBuy ? String(quote.refund) : null,
    priceBefore: String(quote.priceBefore),
    priceAfter: quote.priceAfter === null ? null : String(quote.priceAfter),
    priceImpactBps: quote.priceImpactBps,
    effectivePrice: String(effectivePrice(quote)),
    withheld: String(quote.withheld),
    opening: quote.opening && {
      surchargeBps: quote.opening.surchargeBps,
      endsAt: toDate(quote.opening.endsAt),
      amountOutAtEnd: String(quote.opening.amountOutAtEnd),
    },
    at: toDate(at),
    graduates: quote.graduates,
  }
}

function effectivePrice({ side, amountIn, amountOut, ethUsed }: Quote.Quote): bigint {
  const [eth, tokens] = side === 'buy' ? [ethUsed, amountOut] : [amountOut, amountIn]
  return tokens === 0n ? 0n : (eth * 10n ** 18n) / tokens
}
