/** v4 positions: from pool state and a request to amounts, limits and payload. Pure. */

import type { Address } from 'viem'
import { divideUp, MAX_UINT128, MAX_UINT256, min } from '#core/bigint.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { liquidityOf, type Offer } from './Offer.ts'

type Ticks = { readonly tickLower: number; readonly tickUpper: number }
type Pool = { readonly key: PoolKey; readonly sqrtRatioX96: bigint }

/** Amounts without the hook, and those that actually moved. */
export type HookEffect = { readonly computed: Liquidity.Amounts; readonly moved: Liquidity.Amounts }

export type DepositRequest = Ticks & {
  readonly pool: Pool
  readonly offer: Offer
  readonly slippage: bigint
  /** Native currency the wallet can spend: the tolerance shrinks until its maximum fits. */
  readonly nativeBudget?: bigint | undefined
  /** The measured effect of the pool's hook. */
  readonly hook?: HookEffect | undefined
}

export type DepositPlan = {
  /** The amounts at the price that was read, without a hook, to the smallest unit, fees apart. */
  readonly amounts: Liquidity.Amounts
  /** The maxima in the calldata. */
  readonly limits: Liquidity.Amounts
  readonly liquidity: bigint
  /** The liquidity that the whole offer buys at this price, and its amounts. */
  readonly offered: { readonly liquidity: bigint } & Liquidity.Amounts
  readonly slippage: bigint
  readonly bounds: Liquidity.Bounds
}

/** The position that a deposit goes into: a new one of `owner`, or an existing one. */
export type Target = { readonly owner: Address; readonly initialise: boolean } | { readonly positionId: bigint }

type Encoding = Ticks & { readonly pool: Pool; readonly target: Target; readonly deadline: bigint }

export type DecreaseRequest = Ticks & {
  readonly slippage: bigint
  readonly deadline: bigint
  readonly pool: Pool
  readonly positionId: bigint
  readonly liquidity: bigint
  readonly burn: boolean
  /** The amounts left by a hook, where they were measured; the minima follow in proportion. */
  readonly shown?: Liquidity.Amounts | undefined
  readonly minima?: Liquidity.Amounts | undefined
}

/** Liquidity, amounts and maxima of a deposit worth the offer. */
export function planDeposit(request: DepositRequest): DepositPlan {
  const { pool, offer, hook, slippage, nativeBudget } = request
  const { sqrtRatioX96 } = pool
  const bounds = Liquidity.boundsOf(request)
  const liquidity = liquidityOf(offer, sqrtRatioX96, bounds)
  const price = { sqrtRatioX96, bounds }
  const offered = { liquidity, ...Liquidity.amountsUp(sqrtRatioX96, bounds, liquidity) }
  if (hook) return planAtThisPrice(price, offered, hook)
  const within = (tolerance: bigint) => planWithin(price, { offer, offered, tolerance })
  if (nativeBudget === undefined) return within(slippage)
  // Without room for any tolerance the plan asks for the exact amount, and the balance check names the missing amount.
  return within(Slippage.greatest(slippage, (tolerance) => within(tolerance).limits.amount0 <= nativeBudget))
}

/** The payload of a planned deposit: a mint, or an increase that also collects the position's fees. */
export function encodeDeposit(
  { pool, target, tickLower, tickUpper, deadline }: Encoding,
  { liquidity, limits }: Pick<DepositPlan, 'liquidity' | 'limits'>,
  permit?: calldata.SignedPermit,
): Payload {
  const { key, sqrtRatioX96 } = pool
  const { currency0, currency1 } = key
  const change = { liquidity, maxima: limits, permit, deadline }
  if ('positionId' in target) {
    return calldata.increase({ ...change, positionId: target.positionId, currency0, currency1 })
  }
  const initialSqrtRatioX96 = target.initialise ? sqrtRatioX96 : undefined
  return calldata.create({ ...change, key, initialSqrtRatioX96, tickLower, tickUpper, owner: target.owner })
}

/** Removes liquidity, with all fees; the amounts are those of the liquidity alone. */
export function decrease({ pool, positionId, liquidity, burn, ...request }: DecreaseRequest) {
  const bounds = Liquidity.boundsOf(request)
  const { sqrtRatioX96, key } = pool
  const computed = Liquidity.amountsDown(sqrtRatioX96, bounds, liquidity)
  const least = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity }, request.slippage)
  const { shown } = request
  const minima = request.minima ?? (shown ? inProportion(least, shown, computed) : least)
  const payload = calldata.decrease({
    positionId,
    liquidity,
    minima,
    burn,
    currency0: key.currency0,
    currency1: key.currency1,
    deadline: request.deadline,
  })
  const priceEnds = PriceEnds.ofMinima({ bounds, liquidity }, minima)
  const most = PriceEnds.mostPaid({ bounds, liquidity }, priceEnds)
  return { payload, amounts: shown ?? computed, computed, limits: minima, priceEnds, most, liquidity }
}

/** The prices between which a deposit keeps its maxima, where no hook takes part. */
export function depositEnds(plan: DepositPlan): PriceEnds.PriceEnds {
  return PriceEnds.ofMaxima(plan, plan.limits)
}

type Offered = { readonly offer: Offer; readonly offered: DepositPlan['offered'] }

// The most liquidity whose cost stays within the caps at every tolerated price. Where that would give up more than half
// of it, as at the edge of a narrow range, the tolerance gives way instead.
function planWithin(price: PriceRange, { offer, offered, tolerance }: Offered & { tolerance: bigint }): DepositPlan {
  const caps = capsOf(offer, offered, tolerance)
  const liquidityAt = (slippage: bigint) => fitting(price, { offered, maxima: caps, tolerance: slippage })
  const isEnough = (liquidity: bigint) => liquidity * 2n >= offered.liquidity
  const wanted = liquidityAt(tolerance)
  const slippage = isEnough(wanted)
    ? tolerance
    : Slippage.greatest(tolerance, (smaller) => isEnough(liquidityAt(smaller)))
  const liquidity = slippage === tolerance ? wanted : liquidityAt(slippage)
  const needed = Slippage.v4MintMaxima({ ...price, liquidity }, slippage)
  return {
    liquidity,
    offered,
    slippage,
    amounts: Liquidity.amountsUp(price.sqrtRatioX96, price.bounds, liquidity),
    limits: { amount0: min(needed.amount0, caps.amount0), amount1: min(needed.amount1, caps.amount1) },
    bounds: price.bounds,
  }
}

// A hook that can take tokens takes any room between amounts and maxima, so there is none: no tolerance, and the total
// with the hook's measured share fits the offer.
function planAtThisPrice(price: PriceRange, offered: DepositPlan['offered'], hook: HookEffect): DepositPlan {
  const liquidity = fitting(price, { offered, maxima: beforeHook(offered, hook), tolerance: 0n })
  const amounts = Liquidity.amountsUp(price.sqrtRatioX96, price.bounds, liquidity)
  return { liquidity, offered, slippage: 0n, amounts, limits: withHook(amounts, hook), bounds: price.bounds }
}

type PriceRange = { readonly sqrtRatioX96: bigint; readonly bounds: Liquidity.Bounds }

// A dependent amount that was sent is never exceeded; every other amount only by the tolerance.
function capsOf({ side, amount, cap, isCapped }: Offer, whole: Liquidity.Amounts, slippage: bigint): Liquidity.Amounts {
  const roomy = {
    amount0: min(Slippage.more(whole.amount0, slippage), MAX_UINT128),
    amount1: min(Slippage.more(whole.amount1, slippage), MAX_UINT128),
  }
  if (cap === undefined) return roomy
  const [own, other] = side === 'token0' ? (['amount0', 'amount1'] as const) : (['amount1', 'amount0'] as const)
  const caps = isCapped ? { ...roomy, [own]: min(amount, MAX_UINT128) } : roomy
  return whole[other] === 0n ? caps : { ...caps, [other]: min(cap, MAX_UINT128) }
}

type Fitting = {
  readonly offered: DepositPlan['offered']
  readonly maxima: Liquidity.Amounts
  readonly tolerance: bigint
}

// A side that the range does not hold at this price limits nothing: a move into the range then reverts.
function fitting(price: PriceRange, { offered, maxima, tolerance }: Fitting): bigint {
  const limiting = {
    amount0: offered.amount0 === 0n ? MAX_UINT256 : maxima.amount0,
    amount1: offered.amount1 === 0n ? MAX_UINT256 : maxima.amount1,
  }
  return min(offered.liquidity, Slippage.v4MintLiquidity(price, limiting, tolerance))
}

// The part of a total that may go into the pool, if the hook takes its measured share.
function beforeHook(totals: Liquidity.Amounts, hook: HookEffect): Liquidity.Amounts {
  const part = (side: 'amount0' | 'amount1') => {
    const [computed, moved] = [hook.computed[side], hook.moved[side]]
    return computed === 0n || moved <= computed ? totals[side] : (totals[side] * computed) / moved
  }
  return { amount0: part('amount0'), amount1: part('amount1') }
}

function withHook(amounts: Liquidity.Amounts, hook: HookEffect): Liquidity.Amounts {
  const total = (side: 'amount0' | 'amount1') => {
    const [computed, moved] = [hook.computed[side], hook.moved[side]]
    if (moved <= computed) return amounts[side]
    return computed === 0n ? amounts[side] + moved : divideUp(amounts[side] * moved, computed)
  }
  return { amount0: total('amount0'), amount1: total('amount1') }
}

// Minima computed without the hook, scaled by the measured share that it leaves.
function inProportion(limits: Liquidity.Amounts, shown: Liquidity.Amounts, computed: Liquidity.Amounts) {
  const scale = (side: 'amount0' | 'amount1') =>
    computed[side] === 0n ? 0n : (limits[side] * shown[side]) / computed[side]
  return { amount0: scale('amount0'), amount1: scale('amount1') }
}
