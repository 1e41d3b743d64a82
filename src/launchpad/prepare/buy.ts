import { encodeFunctionData, maxUint256 } from 'viem'
import { z } from 'zod'
import { Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/abi.ts'
import * as Quote from '#launchpad/Quote.ts'
import { GRADUATING_GAS, inEth, inTokens, type Plan } from './Plan.ts'
import { goingTo, type Market, TRADE_WARNINGS, TradeFields } from './Trade.ts'

export const Buy = TradeFields.extend({
  action: z.literal('buy'),
  value: Amount.meta({ description: 'Wei to spend, fee included.' }),
})

export function buy(request: z.output<typeof Buy>, { factory, curve }: Market): Plan {
  const { token, value, slippageBps, from, recipient, deadline } = request
  const quote = Quote.of(curve, { side: 'buy', amount: value, slippageBps })
  const data =
    recipient === undefined && deadline === undefined
      ? encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, quote.minOut] })
      : encodeFunctionData({
          abi: launchpadAbi,
          functionName: 'buyFor',
          args: [token, quote.minOut, recipient ?? from, deadline === undefined ? maxUint256 : BigInt(deadline)],
        })
  const refund =
    quote.refund > 0n ? ` The curve is full with that: ${inEth(quote.refund)} come back and the token graduates.` : ''
  return {
    to: factory,
    data,
    value,
    summary: `Buys ${inTokens(quote.amountOut)} of ${token} for ${inEth(quote.ethUsed)} (fee ${inEth(quote.fee)}), at least ${inTokens(quote.minOut)} or nothing happens.${refund}${goingTo(recipient, from)}`,
    warnings: TRADE_WARNINGS,
    quote: { quote, slippageBps },
    gasMin: GRADUATING_GAS,
  }
}
