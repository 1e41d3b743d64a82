import { type Address, encodeFunctionData, erc20Abi, formatEther, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { CallToRedeem, RedeemedCall } from '#core/Redeem.ts'
import { refusedMandate } from '#core/Redeem.ts'
import type { Context } from '#mandates/Context.ts'
import { nextDay } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { dateOf } from '#mandates/rules/describe.ts'
import type { Grant } from '#mandates/rules/Grant.ts'
import { type Recognised, recognise } from '#mandates/rules/recognise.ts'
import { statusOf } from '#mandates/rules/statusOf.ts'
import { uncovered } from '#mandates/rules/uncovered.ts'
import { requireBound } from './liquidityGrants.ts'
import { readState, type State } from './readState.ts'
import { requireSignature } from './requireSignature.ts'

type Reads = Pick<Context, 'chain' | 'targets'>

/** Wraps a call of the owner into one transaction of the agent, after every check that the chain will make. */
export async function redeem(context: Reads, mandate: Hex, call: CallToRedeem): Promise<RedeemedCall> {
  const { signed, recognised } = await readSigned(context, mandate)
  const { owner, agent } = recognised.terms
  if (!isAddressEqual(call.from, owner))
    throw refusedMandate(`The mandate is one of ${owner}. Send it as the account that the call is for`)
  const problem = uncovered(recognised.grant, call, { terms: recognised.terms, targets: context.targets })
  if (problem) throw refusedMandate(problem)
  const [state] = await Promise.all([readState(context, signed, recognised), requireUnits(context, recognised)])
  requireLeft(state, recognised, call.value)
  const data = Delegation.redeem(signed, call)
  const sentence = `${agent} sends it under the mandate of ${owner}, whose account pays and receives.`
  return { from: agent, to: FRAMEWORK.DelegationManager, data, value: 0n, sentence }
}

/** The delegation of a mandate that was prepared here and signed by its owner. */
export async function readSigned({ chain, targets }: Reads, mandate: Hex) {
  const signed = Delegation.decode(mandate)
  if (!signed) throw invalidField('mandate', 'must be one signed delegation: prefix, signature and suffix as prepared')
  const recognised = recognise(signed, targets)
  if (!recognised)
    throw invalidField('mandate', 'has unknown caveats: send a mandate prepared by /api/mandates/prepare')
  await Promise.all([
    requireSignature('mandate', signed, chain.id),
    recognised.grant.kind === 'liquidity' && requireBound({ chain, targets }, recognised.grant),
  ])
  return { signed, recognised }
}

/** The chain compares the owner's balance with the amount of a trade, however little is sold. */
async function requireUnits({ chain }: Reads, { grant, terms }: Recognised): Promise<void> {
  const { owner } = terms
  const limits = limitsOf(grant)
  if (limits.length === 0) return
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const { results } = await chain.read(limits.map(({ token }) => ({ to: token, data })))
  const held = results.map((answer) => (answer.ok && answer.data.length >= 66 ? BigInt(answer.data.slice(0, 66)) : 0n))
  const short = limits.findIndex(({ amountPerTrade }, index) => (held[index] ?? 0n) < amountPerTrade)
  const limit = limits[short]
  if (!limit) return
  throw refusedMandate(
    `${owner} holds ${held[short]} units of ${limit.token}, fewer than the ${limit.amountPerTrade} of one trade, and the chain refuses every trade then. Ask for a mandate with a smaller amount per trade`,
  )
}

/** The tokens whose balance the chain compares with an amount. */
function limitsOf(grant: Grant): { token: Address; amountPerTrade: bigint }[] {
  if (grant.kind === 'sell') return [grant]
  if (grant.kind !== 'liquidity') return []
  return grant.spends.filter(({ token }) => !isAddressEqual(token, zeroAddress))
}

function requireLeft(state: State, { terms }: Recognised, value: bigint): void {
  const status = statusOf(state, terms)
  if (status !== 'active') throw refusedMandate(REASONS[status])
  if (state.leftToday === undefined || value <= state.leftToday) return
  const next = dateOf(nextDay(terms.start, state.block.timestamp))
  throw refusedMandate(
    `${formatEther(state.leftToday)} ETH are left of the budget until ${next}, and ${formatEther(value)} ETH are needed: send less, or wait`,
  )
}

const REASONS = {
  revoked: 'The owner has revoked the mandate. Ask for a new one',
  expired: 'The mandate has expired. Ask for a new one',
  used: 'All trades of the mandate are used. Ask for a new one',
  undelegated: "The owner's account has no code that obeys mandates. Ask the owner to send the authorization",
  paused: 'The Delegation Framework is paused by its own operators. Try again later',
}
