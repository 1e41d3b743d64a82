import type { Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { Approve, approve } from '#launchpad/prepare/approve.ts'
import { Buy, buy } from '#launchpad/prepare/buy.ts'
import { Claim, claim } from '#launchpad/prepare/claim.ts'
import { Create, create } from '#launchpad/prepare/create.ts'
import { explainRevert } from '#launchpad/prepare/explainRevert.ts'
import { CHAIN_ID } from '#launchpad/prepare/fields.ts'
import type { Plan } from '#launchpad/prepare/Plan.ts'
import { Sell, sell } from '#launchpad/prepare/sell.ts'
import { SetMetadata, signMetadata } from '#launchpad/prepare/signMetadata.ts'
import { QuoteBody, toBody } from '#launchpad/QuoteBody.ts'
import { readCurve } from '#launchpad/readCurve.ts'
import { readTradingCurve } from '#launchpad/readTradingCurve.ts'
import * as wire from '#launchpad/wire.ts'

const Request = z.discriminatedUnion('action', [Create, Buy, Sell, Approve, Claim, SetMetadata])
type Body = z.output<typeof Request>

const Transaction = z
  .object({
    to: Address,
    from: Address,
    data: z.string(),
    value: wire.Digits,
    chainId: z.literal(CHAIN_ID),
    gas: wire.Digits.meta({ description: 'A limit with room; what is not used is not paid.' }),
  })
  .meta({ id: 'LaunchTransaction', description: 'Unsigned: the wallet of `from` signs and sends it.' })

const Response = z.object({
  action: z.enum(['create', 'buy', 'sell', 'approve', 'claim', 'metadata']),
  chainId: z.literal(CHAIN_ID),
  transaction: Transaction.nullable().meta({ description: 'Null for `metadata`, which is signed and not sent.' }),
  typedData: z.unknown().optional().meta({ description: 'For `metadata`: what to sign with eth_signTypedData_v4.' }),
  summary: z.string(),
  warnings: z.array(z.string()),
  quote: QuoteBody.nullable(),
  simulation: z
    .object({ gasUsed: wire.Digits, returnData: z.string() })
    .nullable()
    .meta({ description: 'What the transaction does on the newest block; `create` returns the address of the token.' }),
})

/** Builds what a wallet has to sign; nothing is signed or sent here. */
export function prepare(context: Context): Operation {
  return define({
    name: 'prepareLaunchTransaction',
    method: 'POST',
    path: '/api/launchpad/prepare',
    tag: 'launchpad',
    summary: 'Build an unsigned transaction: create, buy, sell, approve or claim; or the typed data for metadata.',
    access: none,
    limit: 'build',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: Request,
    response: Response,
    async handle(body) {
      if (body.action === 'metadata') return { ...signMetadata(body, context), ...NOTHING_TO_SEND }
      const plan = await planOf(context, body)
      return finish(context, body, plan)
    },
  })
}

const NOTHING_TO_SEND = {
  action: 'metadata' as const,
  chainId: CHAIN_ID,
  transaction: null,
  quote: null,
  simulation: null,
} as const

async function planOf(context: Context, body: Exclude<Body, { action: 'metadata' }>): Promise<Plan> {
  const factory = context.factory.address as ViemAddress
  if (body.action === 'create') return create(body, factory)
  if (body.action === 'buy') return buy(body, { factory, curve: await readTradingCurve(context, body.token) })
  if (body.action === 'sell') return sell(body, { factory, curve: await readTradingCurve(context, body.token) })
  await readCurve(context, body.token)
  return body.action === 'approve' ? approve(body, factory) : claim(body, factory)
}

/** Runs the transaction on the newest block; one that would fail is refused with the reason. */
async function finish({ chain }: Context, { action, from }: Body, plan: Plan): Promise<z.output<typeof Response>> {
  const { to, data, value, summary, warnings, quote, gasMin = 0n } = plan
  const { results } = await chain.simulate({ from, calls: [{ to, data, value }] })
  const [result] = results
  if (!result?.ok) throw explainRevert(result?.returnData ?? '0x')
  const roomy = (result.gasUsed * 5n) / 4n
  const gas = String(roomy > gasMin ? roomy : gasMin)
  return {
    action,
    chainId: CHAIN_ID,
    transaction: { to, from, data, value: String(value), chainId: CHAIN_ID, gas },
    summary,
    warnings: [...warnings],
    quote: quote ? toBody(quote.quote, quote.slippageBps) : null,
    simulation: { gasUsed: String(result.gasUsed), returnData: result.returnData },
  }
}
