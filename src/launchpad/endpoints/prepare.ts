import { decodeAbiParameters, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { max } from '#core/bigint.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import type { Context } from '#launchpad/Context.ts'
import { nextBlockTime } from '#launchpad/contract/Opening.ts'
import { readCreatorTokens } from '#launchpad/onchain/readCreatorTokens.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { readLock } from '#launchpad/onchain/readLock.ts'
import { readOpening } from '#launchpad/onchain/readOpening.ts'
import { readSplitPayment } from '#launchpad/onchain/readSplitPayment.ts'
import { requireFeeSplit } from '#launchpad/onchain/requireFeeSplit.ts'
import { AcceptCreator, acceptCreator } from '#launchpad/prepare/acceptCreator.ts'
import { Approve, approve } from '#launchpad/prepare/approve.ts'
import { Buy, buy, requireValue } from '#launchpad/prepare/buy.ts'
import { Claim, claim } from '#launchpad/prepare/claim.ts'
import { ClaimFeeSplit, claimFeeSplit } from '#launchpad/prepare/claimFeeSplit.ts'
import { ClaimTreasury, claimTreasury } from '#launchpad/prepare/claimTreasury.ts'
import { Collect, collect } from '#launchpad/prepare/collect.ts'
import { Create, create } from '#launchpad/prepare/create.ts'
import { CreateFeeSplit, createFeeSplit } from '#launchpad/prepare/createFeeSplit.ts'
import type { Plan, Step } from '#launchpad/prepare/Plan.ts'
import { ReleaseLock, releaseLock } from '#launchpad/prepare/releaseLock.ts'
import { Sell, sell } from '#launchpad/prepare/sell.ts'
import { SetMetadata, signMetadata } from '#launchpad/prepare/signMetadata.ts'
import { simulatePlan } from '#launchpad/prepare/simulatePlan.ts'
import { swap } from '#launchpad/prepare/swap.ts'
import { TransferCreator, transferCreator } from '#launchpad/prepare/transferCreator.ts'
import { WithdrawFeeSplit, withdrawFeeSplit } from '#launchpad/prepare/withdrawFeeSplit.ts'
import { actions, Prepared } from '#launchpad/wire/responses.ts'
import { toQuote } from '#launchpad/wire/toQuote.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.discriminatedUnion('action', [
  Create,
  Buy,
  Sell,
  Approve,
  Claim,
  Collect,
  TransferCreator,
  AcceptCreator,
  ReleaseLock,
  CreateFeeSplit,
  ClaimFeeSplit,
  WithdrawFeeSplit,
  ClaimTreasury,
  SetMetadata,
])
type Body = z.output<typeof Request>
type Sent = Exclude<Body, { action: 'metadata' }>

/** Builds what a wallet has to sign; nothing is signed or sent here. */
export function prepare(context: Context): Operation {
  return define({
    name: 'prepareLaunchTransaction',
    method: 'POST',
    path: paths.prepare,
    tag: 'launchpad',
    summary: `Build an unsigned transaction (${actions.filter((action) => action !== 'metadata').join(', ')}), or the typed data for metadata.`,
    access: none,
    limit: 'build',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: Request,
    response: Prepared,
    async handle(body) {
      if (body.action === 'metadata') return { ...signMetadata(body, context), ...NOTHING_TO_SEND, steps: [] }
      return finish(context, body, await planOf(context, body))
    },
  })
}

const NOTHING_TO_SEND = {
  action: 'metadata' as const,
  chainId: LAUNCH_CHAIN_ID,
  transaction: null,
  quote: null,
  token: null,
  split: null,
  amount: null,
  tokenAmount: null,
  simulation: null,
} as const

async function planOf(context: Context, body: Sent): Promise<Plan> {
  const factory = context.factory.address as ViemAddress
  const { listed, now } = context.site
  if ('split' in body && body.split !== undefined) await requireFeeSplit(context, body.split)
  switch (body.action) {
    case 'create':
      return create(body, { factory, at: now() / 1000, listed })
    case 'createFeeSplit':
      return createFeeSplit(body, factory)
    case 'withdrawFeeSplit':
      return withdrawFeeSplit(body)
    case 'claimTreasury':
      return claimTreasury(body, factory)
    default:
      return planForLaunch(context, body)
  }
}

/** What is done with a launch that exists. */
async function planForLaunch(context: Context, body: Extract<Sent, { token: ViemAddress }>): Promise<Plan> {
  const factory = context.factory.address as ViemAddress
  const curve = await readCurve(context, body.token)
  const at = nextBlockTime(curve.blockTime, context.now())
  switch (body.action) {
    case 'buy':
      if (!curve.isGraduated)
        return buy(body, { factory, curve, at, opening: await readOpening(context, body.token, at) })
      if (body.amountOut !== undefined) throw invalidField('amountOut', 'works on the curve alone: send value')
      return swap(context, { ...body, side: 'buy', amount: requireValue(body.value) })
    case 'sell':
      return curve.isGraduated ? swap(context, { ...body, side: 'sell' }) : sell(body, { factory, curve, at })
    case 'approve':
      return approve(body, factory)
    case 'claim':
      return claim(body, { factory, tokenAmount: await readCreatorTokens(context, body.token) })
    case 'collect':
      return collect(body, factory)
    case 'transferCreator':
      return transferCreator(body, factory)
    case 'acceptCreator':
      return acceptCreator(body, factory)
    case 'releaseLock':
      return releaseLock(body, { factory, at, lock: await readLock(context, body.token) })
    case 'claimFeeSplit':
      return claimFeeSplit(body, await readSplitPayment(context, body))
  }
}

async function finish({ chain }: Context, { action, from }: Sent, plan: Plan): Promise<z.output<typeof Prepared>> {
  const results = await simulatePlan(chain, from, plan)
  const last = results.at(-1)
  const steps = [...(plan.before ?? []), plan].map((step, index) => ({
    summary: step.summary,
    transaction: toTransaction(step, from, results[index]?.gasUsed ?? 0n),
  }))
  const told = plan.amountOf?.(last?.returnData ?? '0x')
  const created = plan.bindsAddress && last ? decodeAbiParameters([{ type: 'address' }], last.returnData)[0] : null
  return {
    action,
    chainId: LAUNCH_CHAIN_ID,
    transaction: steps.at(-1)?.transaction ?? null,
    steps,
    summary: told ? `${plan.summary} ${told.sentence}` : plan.summary,
    warnings: [...plan.warnings],
    quote: plan.quote ? toQuote(plan.quote.quote, plan.quote) : null,
    token: action === 'create' ? created : null,
    split: action === 'createFeeSplit' ? created : null,
    amount: told ? String(told.amount) : null,
    tokenAmount: told?.tokenAmount === undefined ? null : String(told.tokenAmount),
    simulation: last ? { gasUsed: String(last.gasUsed) } : null,
  }
}

function toTransaction({ to, data, value, gasMin }: Step, from: ViemAddress, gasUsed: bigint) {
  const roomy = (gasUsed * 5n) / 4n
  const digits = value.toString(16)
  return {
    to,
    from,
    data,
    value: `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`,
    chainId: LAUNCH_CHAIN_ID,
    gasLimit: String(max(roomy, gasMin)),
  } as const
}
