import type { Chain } from '#chain/Chain.ts'
import { acceptPermit } from '#liquidity/approvals/acceptPermit.ts'
import { requireMintable } from '#liquidity/checks/requireMintable.ts'
import { changesDeposits } from '#liquidity/hooks/Hooks.ts'
import { planBesideHook } from '#liquidity/hooks/planBesideHook.ts'
import { type Deposit, hasCode, permit2Approvals, spendingsOf } from './Deposit.ts'
import type { V4DepositRequest } from './V4DepositRequest.ts'

/** Plans a v4 deposit: refuses what cannot be minted, measures what a hook takes, and takes the permit along. */
export async function planV4Deposit(chain: Chain, request: V4DepositRequest) {
  const { manager, tokenPair, offer, snapshot, pool, tickLower, tickUpper, now } = request
  const bare = request.plan({})
  const { liquidity, amounts } = bare
  const { sqrtRatioX96, key } = pool
  const { tickSpacing } = key
  requireMintable({ protocol: 'V4', liquidity, amounts, sqrtRatioX96, tickLower, tickUpper, tickSpacing, offer })
  const base = { to: manager, tokenPair, snapshot, offer }
  const hooked = changesDeposits(key.hooks) ? await planBesideHook(chain, request, { ...base, ...bare }) : undefined
  const unsigned: Deposit = { ...base, ...bare, ...hooked }
  const permit = await permitOf(chain, request, unsigned)
  const deposit = permit ? { ...unsigned, payload: request.plan({ permit, hook: hooked?.hook }).payload } : unsigned
  const approvals = () => permit2Approvals(deposit, chain.facts, now)
  const plan = { ...bare, ...hooked, payload: deposit.payload }
  return { plan, deposit, approvals, warnings: hooked?.warnings ?? [], failure: hooked?.failure }
}

function permitOf(chain: Chain, { wallet, permit, now }: V4DepositRequest, deposit: Deposit) {
  if (!permit) return undefined
  const spendings = spendingsOf(deposit)
  return acceptPermit(chain, permit, { wallet, hasCode: hasCode(deposit), spender: deposit.to, spendings, now })
}
