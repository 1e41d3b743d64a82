import type { Chain } from '#chain/Chain.ts'
import { type Approval, approveSpendings } from '#liquidity/approvals/Approval.ts'
import { acceptPermit } from '#liquidity/approvals/acceptPermit.ts'
import { requireMintable } from '#liquidity/checks/requireMintable.ts'
import { changesDeposits } from '#liquidity/hooks/Hooks.ts'
import { planWithHook } from '#liquidity/hooks/planWithHook.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { type Deposit, hasCode, mostSpent, permit2Approvals, spendingsOf } from './Deposit.ts'
import type { V4Deposit, V4DepositPlan } from './V4Deposit.ts'

/** Plans a v4 deposit. Pure except for pools whose hook takes a share, which only a simulation can measure. */
export async function planV4Deposit(chain: Chain, request: V4Deposit): Promise<V4DepositPlan> {
  const { pool, offer, tickLower, tickUpper } = request
  const plan = V4.planDeposit(request)
  requireMintable({ ...pool, ...plan, offer, tickLower, tickUpper, tickSpacing: pool.key.tickSpacing, protocol: 'V4' })
  return changesDeposits(pool.key.hooks) ? planWithHook(chain, request, plan) : { ...plan, warnings: [] }
}

/** The transaction of a plan, with the permit where it is still needed. */
export async function encodeV4Deposit(
  chain: Chain,
  request: V4Deposit,
  plan: V4.DepositPlan,
): Promise<{ deposit: Deposit; approvals: () => readonly Approval[] }> {
  const { wallet, manager, tokenPair, offer, snapshot, now, permit: offered } = request
  const { amounts, limits } = plan
  const spendings = spendingsOf({ snapshot, amounts, tokenPair })
  const isContract = hasCode({ snapshot })
  const permit =
    offered && (await acceptPermit(chain, offered, { wallet, hasCode: isContract, spender: manager, spendings, now }))
  const payload = V4.encodeDeposit(request, plan, permit)
  const deposit = { to: manager, payload, amounts, limits, tokenPair, snapshot, offer }
  const { permit2 } = chain.facts
  // A simulation replaces the code of a contract wallet, which then cannot confirm its permit.
  if (permit && !isContract) return { deposit, approvals: () => approveSpendings(mostSpent(deposit), permit2) }
  return { deposit, approvals: () => permit2Approvals({ ...deposit, manager }, chain.facts, now) }
}
