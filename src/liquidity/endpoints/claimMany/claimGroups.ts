import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Answering } from '#liquidity/answer/Answering.ts'
import { completeAnswer } from '#liquidity/answer/completeAnswer.ts'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import { toTokenAmount } from '#liquidity/recipes/recipeAnswer.ts'
import type { Claimable, LeftOut } from './Claimable.ts'
import { draftFeesOut } from './draftFeesOut.ts'
import { type ClaimTerms, draftGroup, type Group } from './draftGroup.ts'

type ClaimedGroup = Awaited<ReturnType<typeof answerOf>>
export type Claimed = { readonly groups: readonly ClaimedGroup[]; readonly leftOut: readonly LeftOut[] }

/** One transaction for each manager and each set of untrusted code, so that such code can stop only its own. */
export async function claimGroups(
  chain: Chain,
  claimable: readonly Claimable[],
  { terms, answering }: { terms: ClaimTerms; answering: Answering },
): Promise<Claimed> {
  const [first, ...others] = claimable
  // A mandate is for one call with all of its positions.
  if (answering.request.mandate !== undefined && first)
    return { groups: [await answerOf(chain, [first, ...others], { terms, answering })], leftOut: [] }
  const byCode = Object.values(Object.groupBy(claimable, ({ manager, strangers }) => [manager, ...strangers].join()))
  const claim = (group: Group) => answerOf(chain, group, { terms, answering })
  const claimed = await Promise.all(byCode.filter((group) => group !== undefined).map((group) => isolate(group, claim)))
  return { groups: claimed.flatMap(({ groups }) => groups), leftOut: claimed.flatMap(({ leftOut }) => leftOut) }
}

type Claim = (group: Group) => Promise<ClaimedGroup>

// A group that fails in the simulation is tried position by position, and those that pass form the group.
async function isolate(positions: readonly Claimable[], claim: Claim): Promise<Claimed> {
  const [first, ...others] = positions
  if (!first) return { groups: [], leftOut: [] }
  const whole = await attempt([first, ...others], claim)
  if ('group' in whole) return { groups: [whole.group], leftOut: [] }
  if (others.length === 0) return { groups: [], leftOut: [leave(first, whole.failure)] }
  const alone = await Promise.all(positions.map((position) => attempt([position], claim)))
  const good = positions.filter((_, index) => 'group' in (alone[index] ?? {}))
  const leftOut = positions.flatMap((position, index) => {
    const tried = alone[index]
    return tried && 'failure' in tried ? [leave(position, tried.failure)] : []
  })
  // Positions that pass alone but fail together are collected one by one.
  const rest = good.length === positions.length ? undefined : await isolate(good, claim)
  const singles = alone.flatMap((tried) => ('group' in tried ? [tried.group] : []))
  return { groups: rest?.groups ?? singles, leftOut: [...leftOut, ...(rest?.leftOut ?? [])] }
}

async function attempt(group: Group, claim: Claim): Promise<{ group: ClaimedGroup } | { failure: Failure }> {
  try {
    const claimed = await claim(group)
    const { simulation } = claimed
    if (!simulation || simulation.ok || !('code' in simulation)) return { group: claimed }
    // A node that cannot simulate says nothing about the position.
    if (simulation.code === 'SIMULATION_UNAVAILABLE') return { group: claimed }
    return { failure: { code: simulation.code, message: simulation.message } }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'failed_precondition') {
      return { failure: { code: error.details?.[0]?.type ?? 'SIMULATION_ERROR', message: error.message } }
    }
    throw error
  }
}

function leave({ protocol, id }: Claimable, { code, message }: Failure): LeftOut {
  return { protocol, id, code, message }
}

async function answerOf(chain: Chain, group: Group, { terms, answering }: { terms: ClaimTerms; answering: Answering }) {
  const [{ protocol }] = group
  const { swap } = terms
  const draft = await (swap ? draftFeesOut(chain, group, { ...terms, swap }) : draftGroup(chain, group, terms))
  const { transaction, sent, rest } = await completeAnswer(chain, draft, answering)
  const { received, swaps, guards } = draft
  return {
    protocol,
    tokenIds: group.map(({ id }) => id.toString()),
    transaction,
    approvals: sent.approvals,
    received: received.map(toTokenAmount),
    ...(swaps && { swaps: [...swaps] }),
    ...(guards && { guards: [...guards] }),
    ...rest,
  }
}
