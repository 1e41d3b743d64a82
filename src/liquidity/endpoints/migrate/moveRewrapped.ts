import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { receiving } from '#liquidity/answer/Limits.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import type { PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { V4CreateRead } from '#liquidity/endpoints/create/readV4.ts'
import { describeRerange, restWarnings } from '#liquidity/endpoints/rerange/describeRerange.ts'
import { pairOf } from '#liquidity/endpoints/zapIn/readZap.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import type { Reinvestment } from '#liquidity/plans/Reinvestment.ts'
import type { V4Position } from '#liquidity/pools/readV4Positions.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { asMaxima, asMinima } from '#liquidity/recipes/asTerms.ts'
import { arrivalGuard, costGuard, liquidityGuard, ownMoneyGuard } from '#liquidity/recipes/guards.ts'
import { sumsOf } from '#liquidity/recipes/moves.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { readPool } from '#liquidity/recipes/withinPool.ts'
import { type Range, rangeWarnings } from '#liquidity/request/Range.ts'
import { NEITHER, none, positionWarnings } from '#liquidity/withdrawals/Withdrawal.ts'
import { minus, surplus } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { Passage } from './passage.ts'

type Source = { readonly position: V4Position; readonly block: Block; readonly manager: Address }
type Move = {
  readonly passage: Passage
  readonly target: V4CreateRead
  /** The price at which its pool is opened. Absent if it exists. */
  readonly opened?: bigint | undefined
  readonly range: Range
  readonly plan: Reinvestment
  /** The part of the liquidity that leaves, if not all of it. */
  readonly part: bigint | undefined
  readonly percent: number
  /** In the order of the pool that it leaves. */
  readonly minima: Amounts
  readonly held: Amounts
  readonly price: PriceGuard
  readonly wallet: Address
  readonly deadline: bigint
}

/** Moves liquidity between a v4 pool of native currency and one of its wrapped form, in one transaction. */
export async function moveRewrapped(chain: Chain, source: Source, move: Move): Promise<Recipe> {
  const { position, block, manager: to } = source
  const { passage, target, opened, range, plan, part, percent, minima, held, price, wallet, deadline } = move
  const { key, sqrtRatioX96 } = target.pool
  const { liquidity, maxima, amounts } = plan
  const rest = minus(passage.inOtherOrder(held), amounts)
  const [token0, token1] = pairOf(target)
  const pair = [token0, token1] as const
  const wrapped = heldToken(chain.facts, 'V3', zeroAddress)
  const [from, into] = position.key.currency0 === zeroAddress ? [zeroAddress, wrapped] : [wrapped, zeroAddress]
  const other = key.currency0 === into ? key.currency1 : key.currency0
  const paidOut = { token0: passage.entering[0], token1: passage.entering[1] }
  const read = await readPool(chain, position, { wallet, amounts: passage.inOtherOrder(rest), most: held, into: key })
  const least = surplus(passage.inOtherOrder(minima), maxima)
  const moved = { amounts, rest, price, percent, protocol: 'V4', range, fee: key.fee } as const
  const minting = { ...range, key, positionId: position.id, removed: part, minima, liquidity, maxima, owner: wallet }
  return {
    to,
    payload: calldata.rewrap({ ...minting, initialSqrtRatioX96: opened, deadline, leaving: position.key, wrapped }),
    block,
    summary: describeRerange(chain, { ...position, token0, token1 }, moved),
    stated: {
      deadline,
      positionId: position.id,
      ticks: range,
      liquidity: part === undefined ? liquidity : [part, liquidity],
      moves: [],
      rewrap: { from, to: into, other, minima, maxima },
      terms: {
        ...{ fee: key.fee, tickSpacing: key.tickSpacing, hooks: key.hooks, ...currenciesOf(key) },
        ...{ ...asMinima(minima), ...asMaxima(maxima) },
        ...(opened !== undefined && { sqrtPriceX96: opened }),
        currency: [from, into, zeroAddress, other],
        payerIsUser: false,
      },
    },
    limits: { ...receiving(paidOut, least, { held: NEITHER, enforced: NEITHER }), price, liquidity },
    warnings: [
      ...read.warnings,
      ...positionWarnings(position, { wallet, burn: part === undefined }),
      ...priceWarnings(target.market, target.pool, pair),
      ...rangeWarnings(range, sqrtRatioX96),
      ...restWarnings({ sqrtRatioX96 }, moved),
    ],
    approvals: none,
    tokens: [token0, token1],
    owner: position.owner,
    slippage: plan.slippage,
    spent: sumsOf({ token0: key.currency0, token1: key.currency1 }, amounts),
    received: sumsOf(paidOut, rest),
    position: { ...range, expectedLiquidity: liquidity, minimumLiquidity: liquidity },
    guards: [
      arrivalGuard(position, minima),
      costGuard({ token0, token1 }, maxima),
      liquidityGuard(liquidity),
      ownMoneyGuard,
    ],
  }
}
