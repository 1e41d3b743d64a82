import { none } from '#core/Access.ts'
import { min } from '#core/bigint.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { readState } from '#mandates/actions/readState.ts'
import { readSigned } from '#mandates/actions/redeem.ts'
import { revokeAll, revokeOne } from '#mandates/actions/revocations.ts'
import type { Context } from '#mandates/Context.ts'
import { nextDay } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { meaning, worstCase } from '#mandates/rules/describe.ts'
import type { SpendGrant } from '#mandates/rules/Grant.ts'
import { type Status, statusOf } from '#mandates/rules/statusOf.ts'
import { allowedActions } from '#mandates/rules/uncovered.ts'
import { MandateState, Query } from '#mandates/wire/mandates.ts'

/** Reads a mandate and its state from the chain, which is the only place that keeps it. */
export function readMandate(context: Context): Operation {
  return define({
    name: 'getMandate',
    method: 'GET',
    path: '/api/mandates',
    tag: 'mandates',
    summary: 'Read what is left of a mandate, and whether it is used up, expired or revoked.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: Query,
    response: MandateState,
    async handle({ mandate }) {
      const { signed, recognised } = await readSigned(context, mandate)
      const { grant, terms } = recognised
      const [state, revoke, all] = await Promise.all([
        readState({ ...context, chain: context.chain.agreed() }, signed, recognised),
        revokeOne(context, signed),
        revokeAll(context, terms.owner),
      ])
      const { block, used, leftToday } = state
      const status = statusOf(state, terms)
      const left = grant.kind === 'spend' ? spendable(grant, { status, left: terms.trades - used, leftToday }) : null
      return {
        chainId: LAUNCH_CHAIN_ID,
        owner: terms.owner,
        agent: terms.agent,
        hash: Delegation.hash(signed),
        status,
        actions: [...allowedActions(grant)],
        meaning: meaning(grant, terms),
        worstCase: worstCase(grant, terms),
        until: Number(terms.until),
        trades: { used: Number(used), left: Number(terms.trades - used) },
        ethLeftToday: left,
        dayEndsAt: leftToday === undefined ? null : Number(nextDay(terms.start, block.timestamp)),
        blockNumber: block.number,
        revoke,
        revokeAll: all,
      }
    },
  })
}

type Left = { status: Status; left: bigint; leftToday: bigint | undefined }

/** The ETH that the budget of the day and the trades that are left allow together; none after the end. */
function spendable({ ethPerTrade }: SpendGrant, { status, left, leftToday = 0n }: Left): bigint {
  return status === 'revoked' || status === 'expired' ? 0n : min(leftToday, ethPerTrade * left)
}
