import { maxUint256, type Address as ViemAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { nextBlockTime } from '#launchpad/contract/Opening.ts'
import { type CurveOnChain, readCurve } from '#launchpad/onchain/readCurve.ts'
import type * as Quote from '#launchpad/quotes/Quote.ts'
import { WARNINGS, type Warning } from '#launchpad/wire/warnings.ts'
import { Common, Deadline, SlippageBps } from './fields.ts'
import { inEth, inTokens } from './Plan.ts'

/** Fields of both buys and sales. */
export const TradeFields = Common.extend({
  token: Address,
  slippageBps: SlippageBps,
  recipient: Address.optional().meta({ description: 'Receives the proceeds of the trade. Default: `from`.' }),
  deadline: Deadline,
})

export const TRADE_WARNINGS = [...WARNINGS.token, ...WARNINGS.trade, ...WARNINGS.chain]

/** The curve now, and the earliest time of the next block, which the trade is planned for. */
export async function readMarket(context: Context, token: ViemAddress): Promise<{ curve: CurveOnChain; at: number }> {
  const curve = await readCurve(context, token)
  return { curve, at: nextBlockTime(curve.blockTime, context.now()) }
}

/** Refuses a deadline in the past here, because the newest block may be too old for the simulation to notice. */
export function deadlineOf(deadline: number | undefined, at: number): number | undefined {
  if (deadline === undefined || deadline >= at) return deadline
  throw new ApiError('failed_precondition', `The deadline ${deadline} has passed. Send a later one.`, {
    details: [{ type: 'field', value: 'deadline' }],
  })
}

type Sent = { from: ViemAddress; recipient?: ViemAddress | undefined; deadline?: number | undefined }

/** Recipient and deadline as the contract gets them; undefined if the call without them is enough. */
export function sentTo({ from, recipient, deadline }: Sent): { recipient: ViemAddress; deadline: bigint } | undefined {
  if (recipient === undefined && deadline === undefined) return undefined
  return { recipient: recipient ?? from, deadline: deadline === undefined ? maxUint256 : BigInt(deadline) }
}

/** The sentence for a recipient other than the signer. */
export function describeRecipient(recipient: ViemAddress | undefined, from: ViemAddress): string {
  return recipient === undefined || recipient === from ? '' : ` The proceeds go to ${recipient}, not to the signer.`
}

/** The sentence for a buy that fills the curve. */
export function describeGraduation({ graduates, refund }: Quote.Quote): string {
  if (!graduates) return ''
  const back = refund > 0n ? ` ${inEth(refund)} are refunded.` : ''
  return ` This fills the curve, and the token graduates into its Uniswap v4 pool.${back}`
}

export function surchargeWarnings({ opening, withheld }: Quote.Quote): Warning[] {
  if (!opening) return []
  const end = new Date(opening.endsAt * 1000).toISOString()
  return [
    {
      code: 'opening_surcharge',
      message: `This launch is in its opening: ${opening.surchargeBps / 100}% of the tokens that this buy pays for, ${inTokens(withheld)}, are burned. The share falls every second and ends at ${end}; waiting gets more for the same ETH, at the price that the curve has by then.`,
    },
  ]
}
