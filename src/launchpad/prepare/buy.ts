import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type * as Curve from '#launchpad/contract/Curve.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { GAS, inEth, inTokens, type Plan } from './Plan.ts'
import {
  deadlineOf,
  endOfCurve,
  goingTo,
  type Market,
  surchargeWarnings,
  TRADE_WARNINGS,
  TradeFields,
} from './Trade.ts'

export const Buy = TradeFields.extend({
  action: z.literal('buy'),
  value: Amount.optional().meta({ description: 'Wei to spend, fee included.' }),
  amountOut: Amount.optional().meta({
    description: 'Instead of `value`: tokens to receive, in units of 10^-18; the least ETH that buys them now is sent.',
  }),
})

export function buy(request: z.output<typeof Buy>, market: Market): Plan {
  const { token, slippageBps, from, recipient } = request
  const { factory, curve, opening, at } = market
  const deadline = deadlineOf(request.deadline, at)
  const quote = quoteOf(request, curve, opening)
  const encode = (minOut: bigint) => encodeBuy({ token, minOut, from, recipient, deadline })
  const isAhead = opening !== undefined && curve.blockTime < at && curve.blockTime < opening.endsAt
  return {
    to: factory,
    data: encode(quote.minOut),
    // At the newest block's own time it would bring less.
    ...(isAhead && { simulated: encode(0n) }),
    value: quote.amountIn,
    summary: `Buys ${inTokens(quote.amountOut)} of ${token} for ${inEth(quote.ethUsed)} (fee ${inEth(quote.fee ?? 0n)}), at least ${inTokens(quote.minOut)} or nothing happens.${endOfCurve(quote)}${goingTo(recipient, from)}`,
    warnings: [...surchargeWarnings(quote), ...TRADE_WARNINGS],
    quote: { quote, slippageBps, at },
    gasMin: GAS.buy,
  }
}

type Encoded = Pick<z.output<typeof Buy>, 'token' | 'from' | 'recipient' | 'deadline'> & { minOut: bigint }

function encodeBuy({ token, minOut, from, recipient, deadline }: Encoded): Hex {
  if (recipient === undefined && deadline === undefined)
    return encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, minOut] })
  const until = deadline === undefined ? maxUint256 : BigInt(deadline)
  const args = [token, minOut, recipient ?? from, until] as const
  return encodeFunctionData({ abi: launchpadAbi, functionName: 'buyFor', args })
}

function quoteOf(
  { value, amountOut, slippageBps }: z.output<typeof Buy>,
  curve: Curve.State,
  opening: Market['opening'],
): Quote.Quote {
  const terms = { slippageBps, ...(opening && { opening }) }
  if (amountOut === undefined) return Quote.of(curve, { side: 'buy', amount: requireValue(value), ...terms })
  if (value !== undefined) throw invalidField('amountOut', 'cannot stand beside value: send one of them')
  return Quote.ofExactOut(curve, amountOut, terms)
}

/** The wei of a request that names them. */
export function requireValue(value: bigint | undefined): bigint {
  if (value === undefined) throw invalidField('value', 'is required: the wei to spend')
  return value
}
