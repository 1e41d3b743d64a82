import { decodeAbiParameters, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { providerWarnings } from '#chain/providerWarnings.ts'
import type { SimulatedResult } from '#chain/simulate.ts'
import { none } from '#core/Access.ts'
import { max } from '#core/bigint.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import type { BuiltTransaction } from '#core/Statement.ts'
import { toCall, toQuantity } from '#core/TransactionRequest.ts'
import type { Context } from '#launchpad/Context.ts'
import { poolIdOf } from '#launchpad/contract/poolIdOf.ts'
import { lookalikeWarnings } from '#launchpad/onchain/lookalikeWarnings.ts'
import { actions } from '#launchpad/prepare/actions.ts'
import type { Plan, SignaturePlan, Step } from '#launchpad/prepare/Plan.ts'
import { simulatePlan } from '#launchpad/prepare/simulatePlan.ts'
import { underMandate } from '#launchpad/prepare/underMandate.ts'
import * as responses from '#launchpad/wire/responses.ts'
import { toQuote } from '#launchpad/wire/toQuote.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { WARNINGS, type Warning } from '#launchpad/wire/warnings.ts'

type Schema = (typeof actions)[keyof typeof actions]['schema']

const Request = z.discriminatedUnion(
  'action',
  responses.actions.map((name) => actions[name].schema) as [Schema, ...Schema[]],
)
type Body = z.output<typeof Request>
type Response = z.output<typeof responses.Prepared>

/** Builds the data that a wallet signs; nothing is signed or sent here. */
export function prepare(context: Context): Operation {
  return define({
    name: 'prepareLaunchTransaction',
    method: 'POST',
    path: paths.prepare,
    tag: 'launchpad',
    summary: `Build an unsigned transaction (${responses.actions.filter((action) => action !== 'metadata').join(', ')}), or the typed data for metadata.`,
    access: none,
    limit: 'build',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: Request,
    response: responses.Prepared,
    async handle(body) {
      // Amounts and recipients follow from these reads, so a single provider must not decide them.
      const agreed = { ...context, chain: context.chain.agreed() }
      const planned = await actions[body.action].plan(agreed, body as never)
      const { plan, from } = body.mandate
        ? await underMandate(agreed, planned, { mandate: body.mandate, owner: body.from })
        : { plan: planned, from: body.from }
      const sender = { action: body.action, from }
      const [response, lookalikes] = await Promise.all([
        'typedData' in plan ? toSign(agreed, sender, plan) : toSend(agreed, sender, plan),
        'token' in body ? lookalikeWarnings(agreed, body.token) : [],
      ])
      const poolId = graduatedPool(body, plan, context.factory)
      return {
        ...response,
        poolId,
        warnings: [...lookalikes, ...response.warnings, ...providerWarnings(context.chain)],
      }
    },
  })
}

const NOTHING_TO_SEND = {
  chainId: LAUNCH_CHAIN_ID,
  transaction: null,
  steps: [],
  calls: [],
  atomicRequired: false,
  quote: null,
  token: null,
  split: null,
  poolId: null,
  amount: null,
  tokenAmount: null,
  simulation: null,
}

type Sender = Pick<Body, 'action' | 'from'>

async function toSign({ attest }: Context, { action, from }: Sender, plan: SignaturePlan): Promise<Response> {
  const { typedData, stated, warnings, ...rest } = plan
  const statement = await attest.message({ chainId: LAUNCH_CHAIN_ID, from, typedData, stated })
  return { action, ...NOTHING_TO_SEND, typedData, ...rest, warnings: [...warnings], statement }
}

async function toSend({ chain, attest }: Context, { action, from }: Sender, plan: Plan): Promise<Response> {
  const all = [...(plan.before ?? []), plan]
  const [results, statements] = await Promise.all([
    simulatePlan(chain, from, plan),
    Promise.all(all.map((step) => attest.transaction(toAttest(step, from)))),
  ])
  const last = results.at(-1)
  const steps = all.map((step, index) => toStep(step, from, { result: results[index], statement: statements[index] }))
  const moved = plan.movedBy?.(last?.returnData ?? '0x')
  const created = plan.bindsAddress && last ? decodeAbiParameters([{ type: 'address' }], last.returnData)[0] : null
  return {
    action,
    chainId: LAUNCH_CHAIN_ID,
    ...lastOf(steps),
    steps,
    calls: steps.map(({ transaction }) => toCall(transaction)),
    atomicRequired: false,
    summary: moved ? `${plan.summary} ${moved.sentence}` : plan.summary,
    warnings: [...minimumWarnings(plan), ...plan.warnings],
    quote: plan.quote ? toQuote(plan.quote.quote, plan.quote) : null,
    token: action === 'create' ? created : null,
    split: action === 'createFeeSplit' ? created : null,
    poolId: null,
    amount: moved ? String(moved.amount) : null,
    tokenAmount: moved?.tokenAmount === undefined ? null : String(moved.tokenAmount),
    simulation: last ? { gasUsed: String(last.gasUsed) } : null,
  }
}

/** The pool that a buy which fills the curve opens. */
function graduatedPool(body: Body, plan: Plan | SignaturePlan, factory: Context['factory']): Response['poolId'] {
  const isGraduating = body.action === 'buy' && 'quote' in plan && plan.quote?.quote.graduates
  return isGraduating ? poolIdOf(body.token, factory.address) : null
}

function minimumWarnings({ quote: quoted }: Plan): readonly Warning[] {
  if (!quoted) return []
  const { amountIn, minOut } = quoted.quote
  return amountIn > 0n && minOut === 0n ? WARNINGS.noMinimum : []
}

function lastOf(steps: readonly ReturnType<typeof toStep>[]) {
  const { transaction, statement } = steps.at(-1) ?? { transaction: null, statement: '' }
  return { transaction, statement }
}

type Outcome = { result: SimulatedResult | undefined; statement: string | undefined }

function toStep(step: Step, from: ViemAddress, { result, statement = '' }: Outcome) {
  return { summary: step.summary, transaction: toTransaction(step, from, result?.gasUsed ?? 0n), statement }
}

function toAttest({ to, data, value, stated, block }: Step, from: ViemAddress): BuiltTransaction {
  return { chainId: LAUNCH_CHAIN_ID, from, to, data, value, stated, blockNumber: block }
}

function toTransaction({ to, data, value, gasMin }: Step, from: ViemAddress, gasUsed: bigint) {
  return {
    to,
    from,
    data,
    value: toQuantity(value),
    chainId: LAUNCH_CHAIN_ID,
    gasLimit: String(max((gasUsed * 5n) / 4n, gasMin)),
  } as const
}
