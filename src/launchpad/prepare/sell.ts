import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { z } from 'zod'
import { Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { defineAction } from './Action.ts'
import { GAS, inEth, inTokens } from './Plan.ts'
import { swap } from './swap.ts'
import { deadlineOf, describeRecipient, readMarket, sentTo, TRADE_WARNINGS, TradeFields } from './Trade.ts'

const Request = TradeFields.extend({
  action: z.literal('sell'),
  amount: Amount.meta({ description: 'Tokens to sell, in units of 10^-18.' }),
})

export const sell = defineAction({
  schema: Request,
  async plan(context, request) {
    const { token, amount, slippageBps, from, recipient } = request
    const { curve, at } = await readMarket(context, token)
    if (curve.isGraduated) return swap(context, { ...request, side: 'sell' })
    const sent = sentTo({ from, recipient, deadline: deadlineOf(request.deadline, at) })
    const quote = Quote.of(curve, { side: 'sell', amount, slippageBps })
    return {
      to: context.factory.address,
      data: encodeSell([token, amount, quote.minOut], sent),
      value: 0n,
      stated: {
        limits: { pay: [{ token, atMost: amount }], receive: [{ token: zeroAddress, atLeast: quote.minOut }] },
        recipient,
        call: sent ? 'sellFor' : 'sell',
        terms: { token, tokenAmount: amount, minEthOut: quote.minOut, ...sent },
      },
      block: curve.block,
      summary: `Sells ${inTokens(amount)} of ${token} for ${inEth(quote.amountOut)} (fee ${inEth(quote.fee ?? 0n)} deducted), at least ${inEth(quote.minOut)} or nothing happens. No approval is needed.${describeRecipient(recipient, from)}`,
      warnings: TRADE_WARNINGS,
      gasMin: GAS.sell,
      quote: { quote, slippageBps, at },
    }
  },
})

type Sale = readonly [token: Address, amount: bigint, minOut: bigint]

function encodeSell(sale: Sale, sent: ReturnType<typeof sentTo>): Hex {
  if (!sent) return encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: sale })
  const args = [...sale, sent.recipient, sent.deadline] as const
  return encodeFunctionData({ abi: launchpadAbi, functionName: 'sellFor', args })
}
