import type { Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Amount } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/Curve.ts'
import * as Quote from '#launchpad/Quote.ts'
import { type OnChain, readCurve } from '#launchpad/readCurve.ts'
import * as wire from '#launchpad/wire.ts'

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

/** Amounts as the chain counts them, with the state they were worked out from. */
export const QuoteBody = z.object({
  side: z.enum(['buy', 'sell']),
  amountIn: wire.Digits,
  amountOut: wire.Digits,
  minOut: wire.Digits.meta({ description: 'The least to accept: `minTokensOut` or `minEthOut` of the transaction.' }),
  slippageBps: z.int(),
  fee: wire.Digits.meta({ description: 'Wei: 1% of the ETH.' }),
  ethUsed: wire.Digits.nullable().meta({ description: 'Wei that the buy spends, fee included.' }),
  refund: wire.Digits.nullable().meta({ description: 'Wei that come back because the curve is full.' }),
  priceBefore: wire.Digits,
  priceAfter: wire.Digits,
  priceImpactBps: z.int(),
  graduates: z.boolean().meta({ description: 'Whether this buy fills the curve and moves the token into its pool.' }),
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
      if (!address && side === 'sell') throw new ApiError('invalid_argument', 'address is required for a sale.')
      const curve = address && (await readTradingCurve(context, address))
      const found = Quote.of(curve ?? Curve.opening, { side, amount, slippageBps })
      return { ...toBody(found, slippageBps), address: address ?? null, block: curve ? Number(curve.block) : null }
    },
  })
}

/** A launch that still trades on its curve. */
export async function readTradingCurve(context: Context, address: ViemAddress): Promise<OnChain> {
  const curve = await readCurve(context, address)
  if (!curve.isGraduated) return curve
  throw new ApiError(
    'failed_precondition',
    `${address} has graduated: trade it in its Uniswap v4 pool ${curve.poolId}, whose key is in GET /api/launchpad/token.`,
    { details: [{ type: 'poolId', value: curve.poolId }] },
  )
}

export function toBody(quote: Quote.Quote, slippageBps: number): z.output<typeof QuoteBody> {
  const isBuy = quote.side === 'buy'
  return {
    side: quote.side,
    amountIn: String(quote.amountIn),
    amountOut: String(quote.amountOut),
    minOut: String(quote.minOut),
    slippageBps,
    fee: String(quote.fee),
    ethUsed: isBuy ? String(quote.ethUsed) : null,
    refund: isBuy ? String(quote.refund) : null,
    priceBefore: String(quote.priceBefore),
    priceAfter: String(quote.priceAfter),
    priceImpactBps: quote.priceImpactBps,
    graduates: quote.graduates,
  }
}
