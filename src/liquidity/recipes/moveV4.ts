import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { receiving, type Warning } from '#liquidity/answer/Limits.ts'
import type { PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import type { Reinvestment } from '#liquidity/plans/Reinvestment.ts'
import type { V4Position } from '#liquidity/pools/readV4Positions.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { Range } from '#liquidity/request/Range.ts'
import { none, positionWarnings } from '#liquidity/withdrawals/Withdrawal.ts'
import { surplus } from '#uniswap/amounts.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { asMaxima, asMinima } from './asTerms.ts'
import { arrivalGuard, costGuard, liquidityGuard, ownMoneyGuard } from './guards.ts'
import { paysAndReceives, sumsOf } from './moves.ts'
import type { Recipe } from './Recipe.ts'
import { readPool } from './withinPool.ts'

type Source = { readonly position: V4Position; readonly block: Block; readonly manager: Address }
type Move = {
  /** The pool of the new position, which may be another one of the same currencies. */
  readonly key: PoolKey
  /** The price at which that pool is opened. Absent if it exists. */
  readonly opened?: bigint | undefined
  readonly range: Range
  readonly plan: Reinvestment
  /** The part of the liquidity that leaves. Default: all of it, and the position is burned. */
  readonly part?: bigint | undefined
  /** The least that it pays, in the calldata. */
  readonly minima: Liquidity.Amounts
  /** The whole payout of the position at the price that was read. */
  readonly held: Liquidity.Amounts
  readonly price: PriceGuard
  readonly summary: string
  readonly warnings: readonly Warning[]
  readonly wallet: Address
  readonly deadline: bigint
}

/**
 * Burns a position, or removes a part of it, and mints another from the payout. Nothing leaves the wallet, so no
 * approval is needed.
 */
export async function moveV4(chain: Chain, { position, block, manager }: Source, move: Move): Promise<Recipe> {
  const { key, opened, range, plan, part, minima, held, price, summary, wallet, deadline } = move
  const { liquidity, maxima, amounts, rest } = plan
  const { id: positionId, sqrtRatioX96 } = position
  const tokens = { token0: key.currency0, token1: key.currency1 }
  const { tax, warnings } = await readPool(chain, position, { wallet, amounts: rest, most: held, into: key })
  const left = tax.left(surplus(minima, maxima))
  const removed = Liquidity.amountsDown(sqrtRatioX96, Liquidity.boundsOf(position), part ?? position.liquidity)
  return {
    to: manager,
    payload: calldata.rerange({
      ...{ ...range, key, positionId, minima, liquidity, maxima, deadline },
      removed: part,
      initialSqrtRatioX96: opened,
      owner: wallet,
    }),
    block,
    summary,
    stated: {
      deadline,
      positionId,
      ticks: range,
      terms: {
        ...{ fee: key.fee, tickSpacing: key.tickSpacing, hooks: key.hooks, ...currenciesOf(key) },
        ...(opened !== undefined && { sqrtPriceX96: opened }),
        ...asMinima(minima),
        ...asMaxima(maxima),
      },
      liquidity: part === undefined ? liquidity : [part, liquidity],
      isFree: true,
      moves: paysAndReceives(tokens, { amounts, limits: maxima }, { amounts: removed, least: minima }),
    },
    limits: { ...receiving(tokens, left, { held: tax.isWhole, enforced: tax.isEnforced }), price, liquidity },
    warnings: [...warnings, ...positionWarnings(position, { wallet, burn: part === undefined }), ...move.warnings],
    approvals: none,
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage: plan.slippage,
    spent: sumsOf(tokens, amounts),
    received: sumsOf(tokens, rest),
    position: { ...range, expectedLiquidity: liquidity, minimumLiquidity: liquidity },
    guards: [arrivalGuard(position, minima), costGuard(position, maxima), liquidityGuard(liquidity), ownMoneyGuard],
  }
}
