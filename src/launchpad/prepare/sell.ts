import { encodeFunctionData, maxUint256 } from 'viem'
import { z } from 'zod'
import { Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { GAS, inEth, inTokens, type Plan } from './Plan.ts'
import { deadlineOf, goingTo, type Market, TRADE_WARNINGS, TradeFields } from './Trade.ts'

export const Sell = TradeFields.extend({
  action: z.literal('sell'),
  amount: Amount.meta({ description: 'Tokens to sell, in units of 10^-18.' }),
})

export function sell(request: z.output<typeof Sell>, { factory, curve, at }: Market): Plan {
  const { token, amount, slippageBps, from, recipient } = request
  const deadline = deadlineOf(request.deadline, at)
  const quote = Quote.of(curve, { side: 'sell', amount, slippageBps })
  const data =
    recipient === undefined && deadline === undefined
      ? encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: [token, amount, quote.minOut] })
      : encodeFunctionData({
          abi: launchpadAbi,
          functionName: 'sellFor',
          args: [
            token,
            amount,
            quote.minOut,
            recipient ?? from,
            deadline === undefined ? maxUint256 : BigInt(deadline),
          ],
        })
  return {
    to: factory,
    data,
    value: 0n,
    summary: `Sells ${inTokens(amount)} of ${token} for ${inEth(quote.amountOut)} (fee ${inEth(quote.fee ?? 0n)} deducted), at least ${inEth(quote.minOut)} or nothing happens. No approval is needed.${goingTo(recipient, from)}`,
    warnings: TRADE_WARNINGS,
    gasMin: GAS.sell,
    quote: { quote, slippageBps, at },
  }
}
