import type { Address as ViemAddress } from 'viem'
import { Address } from '#core/wire.ts'
import type * as Curve from '#launchpad/Curve.ts'
import type * as Quote from '#launchpad/Quote.ts'
import { WARNINGS } from '#launchpad/warnings.ts'
import { Common, Deadline, SlippageBps } from './fields.ts'
import { inEth } from './Plan.ts'

/** What buys and sales have in common. */
export const TradeFields = Common.extend({
  token: Address,
  slippageBps: SlippageBps,
  recipient: Address.optional().meta({ description: 'Who receives what comes out; `from` when not said.' }),
  deadline: Deadline,
})

export const TRADE_WARNINGS = [...WARNINGS.token, ...WARNINGS.trade, ...WARNINGS.chain]

export type Market = { factory: ViemAddress; curve: Curve.State }

/** The sentence for a recipient other than the signer. */
export function goingTo(recipient: ViemAddress | undefined, from: ViemAddress): string {
  return recipient === undefined || recipient === from ? '' : ` What comes out goes to ${recipient}, not to the signer.`
}

/** The sentence for a buy that fills the curve. */
export function endOfCurve({ graduates, refund }: Quote.Quote): string {
  if (!graduates) return ''
  const back = refund > 0n ? ` ${inEth(refund)} come back.` : ''
  return ` The curve is full with that and the token graduates into its Uniswap v4 pool.${back}`
}
