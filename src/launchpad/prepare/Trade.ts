import type { Address as ViemAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import type * as Curve from '#launchpad/contract/Curve.ts'
import type { Opening } from '#launchpad/contract/Opening.ts'
import type * as Quote from '#launchpad/quotes/Quote.ts'
import { WARNINGS, type Warning } from '#launchpad/wire/warnings.ts'
import { Common, Deadline, SlippageBps } from './fields.ts'
import { inEth, inTokens } from './Plan.ts'

/** What buys and sales have in common. */
export const TradeFields = Common.extend({
  token: Address,
  slippageBps: SlippageBps,
  recipient: Address.optional().meta({ description: 'Who receives what comes out; `from` when not said.' }),
  deadline: Deadline,
})

export const TRADE_WARNINGS = [...WARNINGS.token, ...WARNINGS.trade, ...WARNINGS.chain]

/** Where a trade happens; `at` is the time it is planned for. */
export type Market = {
  factory: ViemAddress
  curve: Curve.State & { blockTime: number }
  at: number
  opening?: Opening | undefined
}

/** A deadline that has passed is refused here: the newest block may be too old to notice. */
export function deadlineOf(deadline: number | undefined, at: number): number | undefined {
  if (deadline === undefined || deadline >= at) return deadline
  throw new ApiError('failed_precondition', `The deadline ${deadline} has passed. Send a later one.`, {
    details: [{ type: 'field', value: 'deadline' }],
  })
}

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

/** What a buyer must know while an opening lasts. */
export function surchargeWarnings({ opening, withheld }: Quote.Quote): Warning[] {
  if (!opening) return []
  const end = new Date(opening.endsAt * 1000).toISOString()
  return [
    {
      code: 'opening_surcharge',
      message: `This launch is in its opening: ${opening.surchargeBps / 100}% of what this buy pays for, ${inTokens(withheld)}, are burned. The share falls every second and ends at ${end}; waiting gets more for the same ETH, at whatever price the curve then has.`,
    },
  ]
}
