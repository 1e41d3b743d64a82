/** v3 positions: from pool state and a request to amounts, limits and payload. Pure. */

import type { Address } from 'viem'
import { min } from '#core/bigint.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import * as calldata from '#liquidity/calldata/v3.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { liquidityOf, type Offer } from './Offer.ts'

type Ticks = { readonly tickLower: number; readonly tickUpper: number }
type Terms = { readonly slippage: bigint; readonly deadline: bigint }

export type Plan = {
  readonly payload: Payload
  /** The amounts at the price that was read, to the smallest unit. */
  readonly amounts: Liquidity.Amounts
  /** The limits in the calldata: maxima when tokens are paid, minima when they are received. */
  readonly limits: Liquidity.Amounts
  readonly liquidity: bigint
  readonly slippage: bigint
}

export type Minting = Plan & { readonly bounds: Liquidity.Bounds; readonly minima: Liquidity.Amounts }

type Burning = {
  readonly priceEnds: PriceEnds.PriceEnds
  /** The most that the pool can pay out within the limits. */
  readonly most: Liquidity.Amounts
}

export type Create = Ticks &
  Terms & {
    readonly pool: {
      readonly token0: Address
      readonly token1: Address
      readonly fee: number
      readonly sqrtRatioX96: bigint
    }
    readonly offer: Offer
    readonly wallet: Address
    readonly initialise: boolean
    readonly native?: 'token0' | 'token1' | undefined
  }

export type Increase = Ticks &
  Terms & {
    readonly sqrtRatioX96: bigint
    readonly positionId: bigint
    readonly offer: Offer
    readonly native?: 'token0' | 'token1' | undefined
  }

export type Decrease = Ticks &
  Terms &
  calldata.Payout & {
    readonly sqrtRatioX96: bigint
    readonly positionId: bigint
    readonly liquidity: bigint
    readonly burn: boolean
  }

/** Mints a position worth the offer. */
export function create(request: Create): Minting {
  const { pool } = request
  const mint = minting(pool.sqrtRatioX96, request, request.offer)
  const payload = calldata.create({
    token0: pool.token0,
    token1: pool.token1,
    fee: pool.fee,
    initialSqrtRatioX96: request.initialise ? pool.sqrtRatioX96 : undefined,
    tickLower: request.tickLower,
    tickUpper: request.tickUpper,
    desired: mint.limits,
    minima: mint.minima,
    recipient: request.wallet,
    deadline: request.deadline,
    native: request.native,
  })
  return planOf(payload, mint, request.slippage)
}

/** Adds the offer to a position. */
export function increase(request: Increase): Minting {
  const { positionId, deadline, native } = request
  const mint = minting(request.sqrtRatioX96, request, request.offer)
  const payload = calldata.increase({ positionId, desired: mint.limits, minima: mint.minima, deadline, native })
  return planOf(payload, mint, request.slippage)
}

function planOf(payload: Payload, mint: ReturnType<typeof minting>, slippage: bigint): Minting {
  const { bounds, liquidity, amounts, limits, minima } = mint
  return { payload, bounds, liquidity, amounts, limits, minima, slippage }
}

/** The prices at which a deposit satisfies its limits. */
export function depositEnds({ bounds, limits, minima }: Minting): PriceEnds.PriceEnds {
  return PriceEnds.ofDesired(bounds, limits, minima)
}

/** The minimum liquidity that a deposit mints at a price that satisfies its limits. */
export function leastLiquidity(minting: Minting): bigint {
  const { bounds, limits: desired } = minting
  const { lowest = bounds.lowerX96, highest = bounds.upperX96 } = depositEnds(minting)
  return [lowest, highest]
    .map((price) => Liquidity.mintedByPeriphery(price, bounds, desired).liquidity)
    .reduce(min, minting.liquidity)
}

/** Removes liquidity, with all fees; the amounts are those of the liquidity alone. */
export function decrease(request: Decrease): Plan & Burning {
  const bounds = Liquidity.boundsOf(request)
  const { sqrtRatioX96, liquidity } = request
  const minima = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity }, request.slippage)
  const payload = calldata.decrease({ ...request, minima })
  const amounts = Liquidity.amountsDown(sqrtRatioX96, bounds, liquidity)
  const priceEnds = PriceEnds.ofMinima({ bounds, liquidity }, minima)
  const most = PriceEnds.mostPaid({ bounds, liquidity }, priceEnds)
  return { payload, amounts, limits: minima, priceEnds, most, liquidity, slippage: request.slippage }
}

// The manager recomputes the liquidity from the desired amounts with less precision, so the amounts are computed the same way.
function minting(sqrtRatioX96: bigint, request: Ticks & { slippage: bigint }, offer: Offer) {
  const bounds = Liquidity.boundsOf(request)
  const desired = Liquidity.amountsUp(sqrtRatioX96, bounds, liquidityOf(offer, sqrtRatioX96, bounds))
  const now = Liquidity.mintedByPeriphery(sqrtRatioX96, bounds, desired)
  const minima = Slippage.v3MintMinima({ sqrtRatioX96, bounds }, { desired, now }, request.slippage)
  const amounts = { amount0: now.amount0, amount1: now.amount1 }
  return { bounds, liquidity: now.liquidity, amounts, limits: desired, minima }
}
