import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { PoolKey } from '#liquidity/PoolKey.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type * as V4 from '#liquidity/plans/V4.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { acceptPermit, type OfferedPermit } from './acceptPermit.ts'
import { type Deposit, hasCode, measuringApprovals, permit2Approvals, spendingsOf } from './Deposit.ts'
import { changesDeposits } from './Hooks.ts'
import { measureDeposit } from './measureHook.ts'
import { requireMintable } from './requireMintable.ts'
import type { TokenPair } from './TokenPair.ts'

/** What a creation and an increase have in common. */
export type V4DepositRequest = {
  readonly wallet: Address
  readonly manager: Address
  readonly tokenPair: TokenPair
  readonly offer: Offer
  readonly snapshot: Snapshot<unknown>
  readonly pool: { readonly key: PoolKey; readonly sqrtRatioX96: bigint }
  readonly tickLower: number
  readonly tickUpper: number
  /** Fees that the same transaction pays to the wallet. */
  readonly fees: Amounts
  readonly permit: OfferedPermit | undefined
  /** Seconds since 1970. */
  readonly now: bigint
  readonly plan: (given: V4.Given) => V4.Plan
}

/** Plans a v4 deposit: refuses what cannot be minted, takes the permit along, and measures what a hook takes. */
export async function planV4Deposit(chain: Chain, request: V4DepositRequest) {
  const { manager, tokenPair, offer, snapshot, pool, now } = request
  const bare = request.plan({})
  requireMintable({ ...request, ...pool, ...bare, tickSpacing: pool.key.tickSpacing, protocol: 'V4' })
  const deposit: Deposit = { to: manager, ...bare, tokenPair, snapshot, offer }
  const permit = await permitOf(chain, request, deposit)
  const measured = await measure(chain, request, deposit)
  const plan = permit || measured?.shown ? request.plan({ permit, shown: measured?.shown }) : bare
  const final = { ...deposit, ...plan }
  const approvals = () => permit2Approvals(final, chain.facts, now)
  return { plan, deposit: final, approvals, failure: measured?.failure }
}

function permitOf(chain: Chain, { wallet, permit, now }: V4DepositRequest, deposit: Deposit) {
  if (!permit) return undefined
  const spendings = spendingsOf(deposit)
  return acceptPermit(chain, permit, { wallet, hasCode: hasCode(deposit), spender: deposit.to, spendings, now })
}

async function measure(chain: Chain, request: V4DepositRequest, deposit: Deposit) {
  const { wallet, manager: to, tokenPair, snapshot, fees, pool, now, plan } = request
  if (!changesDeposits(pool.key.hooks)) return undefined
  return measureDeposit(
    chain,
    { wallet, to, tokenPair, block: snapshot.block, fees },
    {
      approvals: measuringApprovals(deposit, chain.facts, now),
      nativeBalance: snapshot.nativeBalance,
      build: (maxima) => plan({ maxima }).payload,
    },
  )
}
