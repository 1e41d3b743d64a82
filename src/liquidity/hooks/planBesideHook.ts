import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { MAX_UINT128 } from '#core/bigint.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { type Deposit, measuringApprovals, paidTokens } from '#liquidity/deposits/Deposit.ts'
import type { V4DepositRequest } from '#liquidity/deposits/V4DepositRequest.ts'
import type * as V4 from '#liquidity/plans/V4.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { type HookMeasurement, measureDeposit } from './measureHook.ts'

/** Parts of the liquidity to measure with: where the wallet cannot pay what the hook takes of all, a small part tells. */
const PARTS = [1n, 16n] as const
/** A hook whose share is no fixed one is met in a few steps or not at all. */
const ATTEMPTS = 3

type Hooked = Partial<V4.Plan> & {
  /** What the plan counts on the hook to take. */
  readonly hook?: V4.HookEffect
  readonly warnings: readonly Warning[]
  readonly failure?: Failure
}

/** The plan of a deposit beside a hook that takes a share: so much less liquidity that the total stays within the offer. */
export async function planBesideHook(
  chain: Chain,
  request: V4DepositRequest,
  deposit: Deposit & V4.Plan,
): Promise<Hooked> {
  const first = await measureInParts(chain, request, deposit)
  if ('failure' in first) return { failure: first.failure, warnings: [] }
  let hook: V4.HookEffect = first
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const plan = request.plan({ hook })
    if (plan.liquidity === 0n) break
    const measured = await measure(chain, request, { deposit, liquidity: plan.liquidity })
    if ('failure' in measured) return { failure: measured.failure, warnings: [] }
    const { moved } = measured
    if (fits(moved, plan.limits) && fits(moved, plan.offered)) {
      const taken = less(moved, plan.amounts)
      return { ...plan, amounts: moved, hook, warnings: warningsOf(chain, request, { deposit, taken }) }
    }
    hook = { computed: plan.amounts, moved }
  }
  throw takesTooMuch(request.pool.key.hooks)
}

async function measureInParts(chain: Chain, request: V4DepositRequest, deposit: Deposit & V4.Plan) {
  let failure: Failure = { code: 'SIMULATION_ERROR', message: 'The hook could not be measured.' }
  for (const part of PARTS) {
    const liquidity = deposit.liquidity / part
    if (liquidity === 0n) break
    const measured = await measure(chain, request, { deposit, liquidity })
    if ('moved' in measured) {
      const { amounts } = request.plan({ measure: { liquidity, maxima: measured.moved } })
      return { computed: amounts, moved: measured.moved }
    }
    failure = measured.failure
  }
  return { failure }
}

function measure(
  chain: Chain,
  { wallet, manager: to, tokenPair, snapshot, fees, now, plan }: V4DepositRequest,
  { deposit, liquidity }: { deposit: Deposit; liquidity: bigint },
): Promise<HookMeasurement> {
  const maxima = { amount0: tokenPair.native ? snapshot.nativeBalance : MAX_UINT128, amount1: MAX_UINT128 }
  const { payload } = plan({ measure: { liquidity, maxima } })
  const approvals = measuringApprovals(deposit, chain.facts, now)
  return measureDeposit(chain, { wallet, to, tokenPair, block: snapshot.block, payload }, { approvals, fees })
}

function fits(amounts: Amounts, most: Amounts): boolean {
  return amounts.amount0 <= most.amount0 && amounts.amount1 <= most.amount1
}

function less(total: Amounts, part: Amounts): Amounts {
  const rest = (all: bigint, some: bigint) => (all > some ? all - some : 0n)
  return { amount0: rest(total.amount0, part.amount0), amount1: rest(total.amount1, part.amount1) }
}

function warningsOf(
  { facts }: Chain,
  { pool }: V4DepositRequest,
  { deposit, taken }: { deposit: Deposit; taken: Amounts },
): Warning[] {
  if (taken.amount0 === 0n && taken.amount1 === 0n) return []
  const [token0, token1] = paidTokens(facts, deposit)
  const what = `${describeAmount(taken.amount0, token0)} and ${describeAmount(taken.amount1, token1)}`
  const message = `The hook ${pool.key.hooks} of this pool takes ${what} of the deposit for itself: they do not become liquidity.`
  return [{ code: 'HOOK_TAKES', message }]
}

function takesTooMuch(hooks: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `The hook ${hooks} of this pool takes more than the amounts offered leave room for. Use another pool, or send dependentToken with the most you would pay of the other token.`,
    { details: [{ type: 'HOOK_TAKES', value: hooks }] },
  )
}
