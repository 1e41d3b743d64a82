import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Amount } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import type * as Opening from '#launchpad/contract/Opening.ts'
import { nextBlockTime } from '#launchpad/contract/Opening.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { readOpening } from '#launchpad/onchain/readOpening.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { quotePool } from '#launchpad/quotes/quotePool.ts'
import { Quote as QuoteBody } from '#launchpad/wire/responses.ts'
import { toQuote } from '#launchpad/wire/toQuote.ts'
import { paths } from '#launchpad/wire/urls.ts'

const SlippageText = z
  .string()
  .regex(/^([0-9]{1,4}|10000)$/, 'must be 0 to 10000, in hundredths of a percent')
  .transform(Number)

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'The token; without it, the first buy of a new launch is quoted.' }),
  side: z.enum(['buy', 'sell'], 'must be buy or sell').default('buy'),
  amount: Amount.optional().meta({ description: 'Buy: wei to send. Sale: tokens to give, in units of 10^-18.' }),
  amountOut: Amount.optional().meta({
    description: 'Instead of `amount`, for a buy on the curve: tokens to receive; `amountIn` is the ETH it takes.',
  }),
  slippageBps: SlippageText.optional().meta({
    description: `Hundredths of a percent; ${Curve.DEFAULT_SLIPPAGE_BPS} when not said.`,
  }),
})
type Asked = z.output<typeof Request>

/** Works out what a trade would return now. */
export function quote(context: Context): Operation {
  return define({
    name: 'quoteLaunchTrade',
    method: 'GET',
    path: paths.quote,
    tag: 'launchpad',
    summary: 'Quote a buy or a sale, on the curve or in the pool of a graduated token.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: Request,
    response: QuoteBody,
    async handle(request) {
      const { address, slippageBps = Curve.DEFAULT_SLIPPAGE_BPS } = request
      const { found, block, at } = await find(context, request, slippageBps)
      return { ...toQuote(found, { slippageBps, at }), address: address ?? null, block }
    },
  })
}

type Found = { found: Quote.Quote; block: number | null; at: number }

async function find(context: Context, request: Asked, slippageBps: number): Promise<Found> {
  const { address, side } = request
  const curve = address && (await readCurve(context, address))
  if (!curve && side === 'sell') throw invalidField('address', 'is required for a sale')
  if (!curve?.isGraduated) {
    const at = nextBlockTime(curve?.blockTime ?? 0, context.now())
    const opening = curve && side === 'buy' ? await readOpening(context, curve.token, at) : undefined
    const found = onCurve(curve ?? Curve.untouched, request, { slippageBps, opening })
    return { found, block: curve ? Number(curve.block) : null, at }
  }
  if (request.amountOut !== undefined) throw invalidField('amountOut', 'works on the curve alone: send amount')
  const amount = requireAmount(request.amount)
  const { quote: found, block, at } = await quotePool(context, { token: curve.token, side, amount, slippageBps })
  return { found, block: Number(block), at }
}

type Terms = { slippageBps: number; opening: Opening.Opening | undefined }

function onCurve(state: Curve.State, { side, amount, amountOut }: Asked, terms: Terms): Quote.Quote {
  const { opening, slippageBps } = terms
  if (amountOut === undefined)
    return Quote.of(state, { side, amount: requireAmount(amount), slippageBps, ...(opening && { opening }) })
  if (amount !== undefined || side === 'sell')
    throw invalidField('amountOut', 'is for buys, in place of amount: send one of them')
  return Quote.ofExactOut(state, amountOut, terms)
}

function requireAmount(amount: bigint | undefined): bigint {
  if (amount === undefined) throw invalidField('amount', 'is required: wei of a buy, or tokens of a sale')
  return amount
}
