import type { Address, Hex } from 'viem'
import { refusedMandate } from '#core/Redeem.ts'
import type { Context } from '#launchpad/Context.ts'
import type { Plan, SignaturePlan } from './Plan.ts'

/** Checking a delegation and its caveats costs about this much gas. */
const OVERHEAD_GAS = 300_000n

type Mandate = { mandate: Hex; owner: Address }

/** The plan as one transaction of the agent; the owner's account makes the planned call. */
export async function underMandate(
  { redeem }: Context,
  plan: Plan | SignaturePlan,
  { mandate, owner }: Mandate,
): Promise<{ plan: Plan; from: Address }> {
  if (!redeem) throw refusedMandate('Mandates are not served here. Leave out mandate')
  if ('typedData' in plan) throw refusedMandate('No mandate covers a signature. Let the owner sign the metadata')
  if (plan.before?.length) throw refusedMandate('No mandate covers approvals. Let the owner sign this one')
  const { to, data, value, simulated, movedBy: _, bindsAddress: __, ...rest } = plan
  const redeemed = await redeem(mandate, { from: owner, to, data, value })
  const trial = simulated ? await redeem(mandate, { from: owner, to, data: simulated, value }) : undefined
  return {
    from: redeemed.from,
    plan: {
      ...rest,
      to: redeemed.to,
      data: redeemed.data,
      value: redeemed.value,
      ...(simulated !== undefined && { simulated: trial?.data ?? null }),
      stated: {
        call: 'redeemDelegations',
        terms: { ...plan.stated.terms, delegator: owner, delegate: redeemed.from, paid: value },
      },
      summary: `${plan.summary} ${redeemed.sentence}`,
      gasMin: plan.gasMin + OVERHEAD_GAS,
    },
  }
}
