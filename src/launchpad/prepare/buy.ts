import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { Amount } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Opening } from '#launchpad/contract/Opening.ts'
import type { CurveOnChain } from '#launchpad/onchain/readCurve.ts'
import { readOpening } from '#launchpad/onchain/readOpening.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { defineAction } from './Action.ts'
import { GAS, inEth, inTokens, type Plan } from './Plan.ts'
import { swap } from './swap.ts'
import {
  deadlineOf,
  describeGraduation,
  describeRecipient,
  readMarket,
  sentTo,
  surchargeWarnings,
  TRADE_WARNINGS,
  TradeFields,
} from './Trade.ts'

const Request = TradeFields.extend({
  action: z.literal('buy'),
  value: Amount.optional().meta({ description: 'Wei to spend, fee included.' }),
  amountOut: Amount.optional().meta({
    description:
      'Instead of `value`: tokens to receive, in units of 10^-18. The minimum ETH that buys them now is sent.',
  }),
})
type Request = z.output<typeof Request>

export const buy = defineAction({
  schema: Request,
  async plan(context, request) {
    const { curve, at } = await readMarket(context, request.token)
    if (!curve.isGraduated) return planOnCurve(context, request, { curve, at })
    if (request.amountOut !== undefined) throw invalidField('amountOut', 'works on the curve only: send value')
    return swap(context, { ...request, side: 'buy', amount: requireValue(request.value) })
  },
})

async function planOnCurve(
  context: Context,
  request: Request,
  { curve, at }: { curve: CurveOnChain; at: number },
): Promise<Plan> {
  const { token, slippageBps, from, recipient } = request
  const opening = await readOpening(context, token, at)
  const sent = sentTo({ from, recipient, deadline: deadlineOf(request.deadline, at) })
  const quote = quoteOf(request, curve, opening)
  const encode = (minOut: bigint) => encodeBuy(token, minOut, sent)
  const isAhead = opening !== undefined && curve.blockTime < at && curve.blockTime < opening.endsAt
  return {
    to: context.factory.address,
    data: encode(quote.minOut),
    // At the time of the newest block the surcharge is higher, so the minimum would not be reached there.
    ...(isAhead && { simulated: encode(0n) }),
    value: quote.amountIn,
    stated: {
      limits: {
        pay: [{ token: zeroAddress, atMost: quote.amountIn }],
        receive: [{ token, atLeast: quote.minOut }],
      },
      recipient,
      call: sent ? 'buyFor' : 'buy',
      terms: { token, minTokensOut: quote.minOut, ...sent },
    },
    block: curve.block,
    summary: `Buys ${inTokens(quote.amountOut)} of ${token} for ${inEth(quote.ethUsed)} (fee ${inEth(quote.fee ?? 0n)}), at least ${inTokens(quote.minOut)} or nothing happens.${describeGraduation(quote)}${describeRecipient(recipient, from)}`,
    warnings: [...surchargeWarnings(quote), ...TRADE_WARNINGS],
    quote: { quote, slippageBps, at },
    gasMin: GAS.buy,
  }
}

function encodeBuy(token: Address, minOut: bigint, sent: ReturnType<typeof sentTo>): Hex {
  if (!sent) return encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, minOut] })
  const args = [token, minOut, sent.recipient, sent.deadline] as const
  return encodeFunctionData({ abi: launchpadAbi, functionName: 'buyFor', args })
}

function quoteOf(
  { value, amountOut, slippageBps }: Request,
  curve: CurveOnChain,
  opening: Opening | undefined,
): Quote.Quote {
  const terms = { slippageBps, ...(opening && { opening }) }
  if (amountOut === undefined) return Quote.of(curve, { side: 'buy', amount: requireValue(value), ...terms })
  if (value !== undefined) throw invalidField('amountOut', 'cannot be combined with value: send one of the two')
  return Quote.ofExactOut(curve, amountOut, terms)
}

function requireValue(value: bigint | undefined): bigint {
  if (value === undefined) throw invalidField('value', 'is required: the wei to spend')
  return value
}
