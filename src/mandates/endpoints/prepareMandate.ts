import { isAddressEqual } from 'viem'
import type { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { authorizationOf, requireKey, warningsOf } from '#mandates/actions/authorization.ts'
import { liquidityGrants } from '#mandates/actions/liquidityGrants.ts'
import { type Account, readAccount } from '#mandates/actions/readAccount.ts'
import { revokeAll, revokeOne } from '#mandates/actions/revocations.ts'
import type { Context } from '#mandates/Context.ts'
import { caveatsOf } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { addUp, meaning, worstCase } from '#mandates/rules/describe.ts'
import type { Grant, Terms } from '#mandates/rules/Grant.ts'
import { grantsOf } from '#mandates/rules/grantsOf.ts'
import { allowedActions } from '#mandates/rules/uncovered.ts'
import { LIFETIME_MAX, Prepared, Request } from '#mandates/wire/mandates.ts'

/** Turns a policy into what the owner signs; nothing is signed, sent or stored here. */
export function prepareMandate(context: Context): Operation {
  return define({
    name: 'prepareMandate',
    method: 'POST',
    path: '/api/mandates/prepare',
    tag: 'mandates',
    summary: 'Prepare the authorization and the delegations that give an agent a budget, for the owner to sign.',
    description:
      'The chain enforces the budget (MetaMask Delegation Framework, ERC-7710 and EIP-7702). The answer has the transaction that revokes first, then the worst case, then what to sign. Nothing is stored.',
    access: none,
    limit: 'build',
    errors: ['failed_precondition', 'unavailable'],
    examples: [EXAMPLE],
    request: Request,
    response: Prepared,
    handle: (request) => prepare({ ...context, chain: context.chain.agreed() }, request),
  })
}

const EXAMPLE = {
  summary: 'Buys for at most 1 ETH in any 24 hours',
  request: {
    owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    agent: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    actions: ['buy'],
    ethPerDay: '1000000000000000000',
    ethPerTrade: '200000000000000000',
    until: 1_800_000_000,
  },
}

type Response = z.output<typeof Prepared>

async function prepare(context: Context, request: Request): Promise<Response> {
  const { owner, agent } = request
  if (isAddressEqual(owner, agent)) throw invalidField('agent', 'must be another account than the owner')
  const [account, grants] = await Promise.all([
    readAccount(context.chain, owner),
    liquidityGrants(context, request).then((more) => [...grantsOf(request), ...more]),
  ])
  requireKey(account, owner)
  const terms = termsOf(request, account)
  const [all, delegations] = await Promise.all([
    revokeAll(context, owner),
    Promise.all(grants.map((grant, index) => toDelegation(context, { grant, terms, index }))),
  ])
  return {
    chainId: LAUNCH_CHAIN_ID,
    owner,
    agent,
    revokeAll: all,
    worstCase: addUp(grants.map((grant) => worstCase(grant, terms))),
    authorization: authorizationOf(account),
    delegations,
    warnings: warningsOf(account),
  }
}

function termsOf({ owner, agent, until, trades }: Request, { mandateNonce, block }: Account): Terms {
  const end = BigInt(until)
  if (end <= block.timestamp) throw invalidField('until', `must be later than the newest block, ${block.timestamp}`)
  if (end > block.timestamp + LIFETIME_MAX) throw invalidField('until', 'must be at most 365 days ahead')
  return { owner, agent, start: block.timestamp, until: end, trades: BigInt(trades), nonce: mandateNonce }
}

type Part = { grant: Grant; terms: Terms; index: number }

async function toDelegation(context: Context, { grant, terms, index }: Part) {
  const { owner, agent, start } = terms
  const caveats = caveatsOf(grant, terms, context.targets)
  // Two policies of one block differ in their caveats, and equal ones share their limits.
  const delegation = { delegate: agent, delegator: owner, caveats, salt: start * 16n + BigInt(index) }
  const typedData = Delegation.typedData(delegation, LAUNCH_CHAIN_ID)
  const stated = { terms: { delegate: agent, delegator: owner, salt: delegation.salt } }
  const [revoke, statement] = await Promise.all([
    revokeOne(context, delegation),
    context.attest.message({ chainId: LAUNCH_CHAIN_ID, from: owner, typedData, stated }),
  ])
  return {
    actions: [...allowedActions(grant)],
    revoke,
    worstCase: worstCase(grant, terms),
    meaning: meaning(grant, terms),
    hash: Delegation.hash(delegation),
    typedData,
    statement,
    mandate: Delegation.framed(delegation),
  }
}
