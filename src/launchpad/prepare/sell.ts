import { encodeFunctionData, type Hex, maxUint256, zeroAddress } from 'viem'
import { z } from 'zod'
import { Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { defineAction } from './Action.ts'
import { GAS, inEth, inTokens } from './Plan.ts'
import { swap } from './swap.ts'
import { deadlineOf, describeRecipient, readMarket, TRADE_WARNINGS, TradeFields } from './Trade.ts'

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
    const deadline = deadlineOf(request.deadline, at)
    const quote = Quote.of(curve, { side: 'sell', amount, slippageBps })
    return {
      to: context.factory.address,
      data: encodeSell({ ...request, minOut: quote.minOut, deadline }),
      value: 0n,
      stated: {
        limits: { pay: [{ token, atMost: amount }], receive: [{ token: zeroAddress, atLeast: quote.minOut }] },
        recipient,
        terms: { token, tokenAmount: amount, minEthOut: quote.minOut, recipient, deadline },
      },
      block: curve.block,
      summary: `Sells ${inTokens(amount)} of ${token} for ${inEth(quote.amountOut)} (fee ${inEth(quote.fee ?? 0n)} deducted), at least ${inEth(quote.minOut)} or nothing happens. No approval is needed.${describeRecipient(recipient, from)}`,
      warnings: TRADE_WARNINGS,
      gasMin: GAS.sell,
      quote: { quote, slippageBps, at },
    }
  },
})

type SellCall = z.output<typeof Request> & { minOut: bigint }

function encodeSell({ token, amount, minOut, from, recipient, deadline }: SellCall): Hex {
  if (recipient === undefined && deadline === undefined)
    return encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: [token, amount, minOut] })
  const until = deadline === undefined ? maxUint256 : BigInt(deadline)
  const args = [token, amount, minOut, recipient ?? from, until] as const
  return encodeFunctionData({ abi: launchpadAbi, functionName: 'sellFor', args })
}
