import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Amount } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/Curve.ts'
import * as Quote from '#launchpad/Quote.ts'
import { QuoteBody, toBody } from '#launchpad/QuoteBody.ts'
import { readTradingCurve } from '#launchpad/readTradingCurve.ts'

const SlippageText = z
  .string()
  .regex(/^([0-9]{1,4}|10000)$/, 'must be 0 to 10000, in hundredths of a percent')
  .transform(Number)

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'The token; without it, the first buy of a new launch is quoted.' }),
  side: z.enum(['buy', 'sell'], 'must be buy or sell').default('buy'),
  amount: Amount.meta({ description: 'Buy: wei to send. Sale: tokens to give, in units of 10^-18.' }),
  slippageBps: SlippageText.optional().meta({
    description: `Hundredths of a percent; ${Curve.DEFAULT_SLIPPAGE_BPS} when not said.`,
  }),
})

const Response = QuoteBody.extend({ address: Address.nullable(), block: z.int().nullable() })

/** Works out what a trade would return now. */
export function quote(context: Context): Operation {
  return define({
    name: 'quoteLaunchTrade',
    method: 'GET',
    path: '/api/launchpad/quote',
    tag: 'launchpad',
    summary: 'Quote a buy or a sale on the curve.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ address, side, amount, slippageBps = Curve.DEFAULT_SLIPPAGE_BPS }) {
      if (!address && side === 'sell') throw invalidField('address', 'is required for a sale')
      const curve = address && (await readTradingCurve(context, address))
      const found = Quote.of(curve ?? Curve.untouched, { side, amount, slippageBps })
      return { ...toBody(found, slippageBps), address: address ?? null, block: curve ? Number(curve.block) : null }
    },
  })
}
