import { encodeFunctionData, maxUint256, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address, Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/abi.ts'
import type * as Curve from '#launchpad/Curve.ts'
import * as Quote from '#launchpad/Quote.ts'
import { WARNINGS } from '#launchpad/warnings.ts'
import { Common, Deadline, SlippageBps } from './common.ts'
import { GRADUATING_GAS, inEth, inTokens, type Plan } from './Plan.ts'

const Trade = Common.extend({
  token: Address,
  slippageBps: SlippageBps,
  recipient: Address.optional().meta({ description: 'Who receives what comes out; `from` when not said.' }),
  deadline: Deadline,
})

export const Buy = Trade.extend({
  action: z.literal('buy'),
  value: Amount.meta({ description: 'Wei to spend, fee included.' }),
})
export const Sell = Trade.extend({
  action: z.literal('sell'),
  amount: Amount.meta({ description: 'Tokens to sell, in units of 10^-18.' }),
})

const WORDS = [...WARNINGS.token, ...WARNINGS.trade, ...WARNINGS.chain]

type Market = { factory: ViemAddress; curve: Curve.State }

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
    warnings: WORDS,
    quote: { quote, slippageBps },
    gasMin: GRADUATING_GAS,
  }
}

export function sell(request: z.output<typeof Sell>, { factory, curve }: Market): Plan {
  const { token, amount, slippageBps, from, recipient, deadline } = request
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
    summary: `Sells ${inTokens(amount)} of ${token} for ${inEth(quote.amountOut)} (fee ${inEth(quote.fee)} deducted), at least ${inEth(quote.minOut)} or nothing happens. No approval is needed.${goingTo(recipient, from)}`,
    warnings: WORDS,
    quote: { quote, slippageBps },
  }
}

function goingTo(recipient: ViemAddress | undefined, from: ViemAddress): string {
  return recipient === undefined || recipient === from ? '' : ` What comes out goes to ${recipient}, not to the signer.`
}
