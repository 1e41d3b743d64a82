import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import { approveSpendings } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/v3.ts'
import { v3Of } from '#liquidity/deployment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { Range } from '#liquidity/request/Range.ts'
import type { Terms } from '#liquidity/request/Terms.ts'
import { minus } from '#uniswap/amounts.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { asDesired } from './asTerms.ts'
import { arrivalGuard, minimaGuard } from './guards.ts'
import { paysAndReceives, spendingsOf, sumsOf } from './moves.ts'
import type { Recipe } from './Recipe.ts'
import { limitsThroughWallet, readWallet } from './throughWallet.ts'

type Source = { readonly position: V3Position; readonly block: Block }
type Move = {
  /** The fee of the pool of the new position. */
  readonly fee: number
  /** The price at which its pool is opened. Absent if the pool exists. */
  readonly opened?: bigint | undefined
  readonly range: Range
  readonly plan: V3.Minting
  /** The liquidity that leaves, and the minimum that it pays. */
  readonly liquidity: bigint
  readonly removed: Liquidity.Amounts
  /** The whole payout at the price that was read. */
  readonly held: Liquidity.Amounts
  readonly price: PriceGuard
  readonly summary: string
  readonly warnings: readonly Warning[]
  readonly wallet: Address
  readonly terms: Terms
}

/**
 * Empties a position into the wallet and mints another from there. The old position is not burned, because dust would
 * make the whole transaction revert.
 */
export async function moveV3(chain: Chain, { position, block }: Source, move: Move): Promise<Recipe> {
  const { fee, opened, range, plan, liquidity, removed, held, price, summary, wallet } = move
  const { deadline, slippage } = move.terms
  const { positionManager } = v3Of(chain.facts)
  const { minima, limits: desired, amounts } = plan
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const { holdings, warnings } = await readWallet(chain, position, { wallet, amounts: held })
  const minted = { ...tokens, ...range, fee, initialSqrtRatioX96: opened, desired, minima, recipient: wallet, deadline }
  const minimumLiquidity = V3.leastLiquidity(plan)
  const paidOut = Liquidity.amountsDown(position.sqrtRatioX96, Liquidity.boundsOf(position), liquidity)
  return {
    to: positionManager,
    payload: calldata.rerange({ ...minted, positionId: position.id, liquidity, removed }),
    block,
    summary,
    stated: {
      deadline,
      positionId: position.id,
      ticks: range,
      terms: {
        fee,
        ...(opened !== undefined && { sqrtPriceX96: opened }),
        ...asDesired(desired),
        ...minimaOfBoth(removed, minima),
      },
      liquidity,
      moves: paysAndReceives(tokens, plan, { amounts: paidOut, least: removed }),
    },
    limits: {
      ...limitsThroughWallet(chain, { tokens, least: removed, most: desired }),
      price,
      liquidity: minimumLiquidity,
    },
    warnings: [...warnings, ...move.warnings],
    approvals: () => approveSpendings(spendingsOf(holdings, desired), positionManager),
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage,
    spent: sumsOf(tokens, amounts),
    received: sumsOf(tokens, minus(held, amounts)),
    position: { ...range, expectedLiquidity: plan.liquidity, minimumLiquidity },
    guards: [arrivalGuard(position, removed), minimaGuard(position, minima)],
  }
}

// Those of the withdrawal, then those of the deposit.
function minimaOfBoth(removed: Liquidity.Amounts, minima: Liquidity.Amounts) {
  return { amount0Min: [removed.amount0, minima.amount0], amount1Min: [removed.amount1, minima.amount1] }
}
