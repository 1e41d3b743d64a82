import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { MAX_UINT128 } from '#core/bigint.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { measuringApprovals, paidTokens } from '#liquidity/deposits/Deposit.ts'
import type { V4Deposit, V4DepositPlan } from '#liquidity/deposits/V4Deposit.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { surplus } from '#uniswap/amounts.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { type HookMeasurement, measureDeposit } from './measureHook.ts'

/** Parts of the liquidity to measure with: a wallet may be able to pay the hook's share of a small part only. */
const PARTS = [1n, 16n] as const
/** A hook without a fixed share converges in a few steps or not at all. */
const ATTEMPTS = 3

/**
 * Plans a deposit into a pool whose hook can take tokens: less liquidity, so that the total stays within the offer, and
 * maxima equal to the measured amounts, because the hook can take any room between the two.
 */
export async function planWithHook(chain: Chain, request: V4Deposit, plain: V4.DepositPlan): Promise<V4DepositPlan> {
  const first = await measureInParts(chain, request, plain)
  const unmeasured = { ...V4.planDeposit({ ...request, slippage: 0n }), warnings: [] }
  if ('failure' in first) return { ...unmeasured, failure: first.failure }
  let hook: V4.HookEffect = first
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const plan = V4.planDeposit({ ...request, hook })
    if (plan.liquidity === 0n) break
    const measured = await measure(chain, request, plan.liquidity)
    if ('failure' in measured) return { ...unmeasured, failure: measured.failure }
    const { moved } = measured
    if (fits(moved, plan.offered)) {
      return {
        ...plan,
        amounts: moved,
        limits: moved,
        warnings: warningsOf(chain, request, surplus(moved, plan.amounts)),
      }
    }
    hook = { computed: plan.amounts, moved }
  }
  throw takesTooMuch(request.pool.key.hooks)
}

async function measureInParts(
  chain: Chain,
  request: V4Deposit,
  { liquidity: whole, bounds }: V4.DepositPlan,
): Promise<V4.HookEffect | { failure: Failure }> {
  let failure: Failure = { code: 'SIMULATION_ERROR', message: 'The hook could not be measured.' }
  for (const part of PARTS) {
    const liquidity = whole / part
    if (liquidity === 0n) break
    const measured = await measure(chain, request, liquidity)
    if ('moved' in measured) {
      const computed = Liquidity.amountsUp(request.pool.sqrtRatioX96, bounds, liquidity)
      return { computed, moved: measured.moved }
    }
    failure = measured.failure
  }
  return { failure }
}

function measure(chain: Chain, request: V4Deposit, liquidity: bigint): Promise<HookMeasurement> {
  const { wallet, manager: to, tokenPair, snapshot, fees, now } = request
  const limits = { amount0: tokenPair.native ? snapshot.nativeBalance : MAX_UINT128, amount1: MAX_UINT128 }
  const payload = V4.encodeDeposit(request, { liquidity, limits })
  const approvals = measuringApprovals(request, chain.facts, now)
  return measureDeposit(chain, { wallet, to, tokenPair, block: snapshot.block, payload }, { approvals, fees })
}

function fits(amounts: Liquidity.Amounts, most: Liquidity.Amounts): boolean {
  return amounts.amount0 <= most.amount0 && amounts.amount1 <= most.amount1
}

function warningsOf({ facts }: Chain, request: V4Deposit, taken: Liquidity.Amounts): Warning[] {
  if (taken.amount0 === 0n && taken.amount1 === 0n) return []
  const [token0, token1] = paidTokens(facts, request)
  const what = `${describeAmount(taken.amount0, token0)} and ${describeAmount(taken.amount1, token1)}`
  const message = `The hook ${request.pool.key.hooks} of this pool keeps ${what} of the deposit, which does not become liquidity.`
  return [{ code: 'HOOK_TAKES', message }]
}

function takesTooMuch(hooks: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `The hook ${hooks} of this pool takes more than the offered amounts allow. Use another pool, or send dependentToken with the maximum of the other token.`,
    { details: [{ type: 'HOOK_TAKES', value: hooks }] },
  )
}
