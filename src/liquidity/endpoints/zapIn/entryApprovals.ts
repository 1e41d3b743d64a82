import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import {
  type Approval,
  approveForAnHour,
  approveSpendings,
  permitForAnHour,
  type Spending,
} from '#liquidity/approvals/Approval.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import type { PlannedSwap } from '#liquidity/recipes/draftSwap.ts'
import { mostOf, spendingsOf } from '#liquidity/recipes/moves.ts'
import { toSeconds } from '#liquidity/request/Terms.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { EntryDeposit } from './entryDeposit.ts'

type Paying = {
  readonly wallet: Address
  readonly router: Address
  readonly tokenPair: TokenPair
  readonly held: Amounts
}

/** The allowances of the router at Permit2, of the tokens that pay. */
export async function readPermitted(chain: Chain, { wallet, router, tokenPair, held }: Paying): Promise<Holding[]> {
  const { token0, token1, native } = tokenPair
  const tokens = [
    ...(held.amount0 > 0n && native !== 'token0' ? [token0] : []),
    ...(held.amount1 > 0n && native !== 'token1' ? [token1] : []),
  ].filter((token) => token !== zeroAddress)
  if (tokens.length === 0) return []
  const watch = { wallet, tokens, spender: chain.facts.permit2, permit2Spender: router }
  return [...(await readHoldings(chain, watch)).holdings]
}

type Spent = {
  readonly router: Address
  readonly swap: PlannedSwap
  readonly deposit: EntryDeposit
  readonly tokenPair: TokenPair
  /** As the router may spend them, and as the position manager may. */
  readonly permitted: readonly Holding[]
  readonly holdings: readonly Holding[]
  readonly now: number
}

/** The approvals of a swap by the router and a deposit by a position manager, each for exactly the amount it takes. */
export function entryApprovals({ facts: { permit2 } }: Chain, protocol: 'V3' | 'V4', spent: Spent): Approval[] {
  const { router, swap, deposit, tokenPair, permitted, holdings } = spent
  const now = toSeconds(spent.now)
  const byRouter = permitted
    .filter(({ token }) => token.address === swap.paid.address)
    .map((holding) => ({ holding, amount: swap.amountIn }))
  const byManager = spendingsOf(holdings, mostOf(deposit), tokenPair.native)
  if (protocol === 'V3')
    return [
      ...approveForAnHour(byRouter, { permit2, spender: router }, now),
      ...approveSpendings(byManager, deposit.to),
    ]
  return [
    ...approveSpendings(together([...byRouter, ...byManager]), permit2),
    ...permitForAnHour(byRouter, { permit2, spender: router }, now),
    ...permitForAnHour(byManager, { permit2, spender: deposit.to }, now),
  ]
}

/** One spending per token: Permit2 takes both parts by the same allowance. */
function together(spendings: readonly Spending[]): Spending[] {
  const byToken = new Map<Address, Spending>()
  for (const { holding, amount } of spendings) {
    const { address } = holding.token
    byToken.set(address, { holding, amount: amount + (byToken.get(address)?.amount ?? 0n) })
  }
  return [...byToken.values()]
}
