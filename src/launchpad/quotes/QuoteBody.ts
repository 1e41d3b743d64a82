import { z } from 'zod'
import { Timestamp } from '#core/wire.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import type * as Quote from './Quote.ts'

/** Amounts as the chain counts them, with the state they were worked out from. */
export const QuoteBody = z.object({
  venue: z.enum(['curve', 'pool']).meta({ description: 'A graduated token trades in its Uniswap v4 pool.' }),
  side: z.enum(['buy', 'sell']),
  amountIn: wire.Digits,
  amountOut: wire.Digits,
  minOut: wire.Digits.meta({ description: 'The least to accept: `minTokensOut` or `minEthOut` of the transaction.' }),
  slippageBps: z.int(),
  fee: wire.Digits.nullable().meta({
    description: 'Wei: 1% of the ETH; null for a sale in the pool, where 1% of the tokens is kept.',
  }),
  ethUsed: wire.Digits.nullable().meta({ description: 'Wei that the buy spends, fee included.' }),
  refund: wire.Digits.nullable().meta({ description: 'Wei that come back because the curve is full.' }),
  priceBefore: wire.Digits,
  priceAfter: wire.Digits.nullable().meta({ description: 'Null in the pool.' }),
  priceImpactBps: z.int(),
  effectivePrice: wire.Digits.meta({
    description: 'Wei that a whole token really costs or brings in this trade, fee and surcharge included.',
  }),
  withheld: wire.Digits.meta({ description: 'Tokens that an opening burns instead of giving them to the buyer.' }),
  opening: z
    .object({
      surchargeBps: z.int(),
      endsAt: Timestamp,
      amountOutAtEnd: wire.Digits.meta({
        description: 'What the same buy would bring once the opening is over, if nobody else traded meanwhile.',
      }),
    })
    .nullable()
    .meta({ description: 'While buys are surcharged: now they get less, at the end all of it.' }),
  at: Timestamp.meta({
    description:
      'The time it holds for: the earliest that the next block can have. A surcharge only falls, so that a later block gives no less while nobody else trades.',
  }),
  graduates: z.boolean().meta({ description: 'Whether this buy fills the curve and moves the token into its pool.' }),
})

type Terms = { slippageBps: number; at: number }

export function toBody(quote: Quote.Quote, { slippageBps, at }: Terms): z.output<typeof QuoteBody> {
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
      endsAt: new Date(quote.opening.endsAt * 1000),
      amountOutAtEnd: String(quote.opening.amountOutAtEnd),
    },
    at: new Date(at * 1000),
    graduates: quote.graduates,
  }
}

function effectivePrice({ side, amountIn, amountOut, ethUsed }: Quote.Quote): bigint {
  const [eth, tokens] = side === 'buy' ? [ethUsed, amountOut] : [amountOut, amountIn]
  return tokens === 0n ? 0n : (eth * 10n ** 18n) / tokens
}
