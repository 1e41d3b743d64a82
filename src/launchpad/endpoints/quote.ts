import { z } from 'zod'
import { providerWarnings } from '#chain/providerWarnings.ts'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Amount } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import type * as Opening from '#launchpad/contract/Opening.ts'
import { nextBlockTime } from '#launchpad/contract/Opening.ts'
import { lookalikeWarnings } from '#launchpad/onchain/lookalikeWarnings.ts'
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
  address: Address.optional().meta({ description: 'The token. Default: a new launch, whose first buy is quoted.' }),
  side: z.enum(['buy', 'sell'], 'must be buy or sell').default('buy'),
  amount: Amount.optional().meta({
    description: 'For a buy, wei to send; for a sale, tokens to sell in units of 10^-18.',
  }),
  amountOut: Amount.optional().meta({
    description: 'Instead of `amount`, for a buy on the curve: tokens to receive. `amountIn` is then the wei to send.',
  }),
  slippageBps: SlippageText.optional().meta({
    description: `Hundredths of a percent. Default: ${Curve.DEFAULT_SLIPPAGE_BPS}.`,
  }),
})
type Request = z.output<typeof Request>

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
      // A false price produces a false minimum, so a single provider must not decide it.
      const agreed = { ...context, chain: context.chain.agreed() }
      const { quoted, block, at } = await quoteNow(agreed, request, slippageBps)
      const lookalikes = address ? await lookalikeWarnings(agreed, address) : []
      const warnings = [...lookalikes, ...providerWarnings(context.chain)]
      return { ...toQuote(quoted, { slippageBps, at }), address: address ?? null, block, warnings }
    },
  })
}

type QuoteAt = { quoted: Quote.Quote; block: number | null; at: number }

async function quoteNow(context: Context, request: Request, slippageBps: number): Promise<QuoteAt> {
  const { address, side } = request
  const curve = address && (await readCurve(context, address))
  if (!curve && side === 'sell') throw invalidField('address', 'is required for a sale')
  if (!curve?.isGraduated) {
    const at = nextBlockTime(curve?.blockTime ?? 0, context.now())
    const opening = curve && side === 'buy' ? await readOpening(context, curve.token, at) : undefined
    const quoted = onCurve(curve ?? Curve.untouched, request, { slippageBps, opening })
    return { quoted, block: curve ? Number(curve.block) : null, at }
  }
  if (request.amountOut !== undefined) throw invalidField('amountOut', 'works on the curve only: send amount')
  const amount = requireAmount(request.amount)
  const { quote: quoted, block, at } = await quotePool(context, { token: curve.token, side, amount, slippageBps })
  return { quoted, block: Number(block), at }
}

type Terms = { slippageBps: number; opening: Opening.Opening | undefined }

function onCurve(state: Curve.State, { side, amount, amountOut }: Request, terms: Terms): Quote.Quote {
  const { opening, slippageBps } = terms
  if (amountOut === undefined)
    return Quote.of(state, { side, amount: requireAmount(amount), slippageBps, ...(opening && { opening }) })
  if (amount !== undefined || side === 'sell')
    throw invalidField('amountOut', 'is for buys and cannot be combined with amount: send one of the two')
  return Quote.ofExactOut(state, amountOut, terms)
}

function requireAmount(amount: bigint | undefined): bigint {
  if (amount === undefined) throw invalidField('amount', 'is required: wei for a buy, or tokens for a sale')
  return amount
}
