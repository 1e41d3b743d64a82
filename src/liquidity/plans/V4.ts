/** v4 positions: from pool state and a request to the payload and what it moves. Pure. */

import type { Address } from 'viem'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import * as Liquidity from '#liquidity/math/Liquidity.ts'
import * as Slippage from '#liquidity/math/Slippage.ts'
import * as Tick from '#liquidity/math/Tick.ts'
import type { PoolKey } from '#liquidity/PoolKey.ts'
import { liquidityOf, type Offer } from './Offer.ts'

const MAX_UINT128 = (1n << 128n) - 1n

type Ticks = { readonly tickLower: number; readonly tickUpper: number }
type Terms = {
  readonly slippage: bigint
  /** Native ETH the wallet can spend: the tolerance shrinks until its maximum fits. */
  readonly nativeBudget?: bigint | undefined
  readonly deadline: bigint
  /** What a hook makes of the amounts, where running the transaction showed it; the limits follow in proportion. */
  readonly shown?: Liquidity.Amounts | undefined
  /** In place of the limits that the tolerance gives. */
  readonly maxima?: Liquidity.Amounts | undefined
}

/** What is learned only after a first plan. */
export type Given = Pick<Terms, 'shown' | 'maxima'> & { readonly permit?: calldata.SignedPermit | undefined }

export type Plan = {
  readonly payload: Payload
  /** What moves if the price stays where it was read, to the smallest unit, fees apart. */
  readonly amounts: Liquidity.Amounts
  readonly maxima: Liquidity.Amounts
  readonly liquidity: bigint
  readonly slippage: bigint
}

export type Create = Ticks &
  Terms & {
    readonly pool: { readonly key: PoolKey; readonly sqrtRatioX96: bigint }
    readonly offer: Offer
    readonly wallet: Address
    readonly initialise: boolean
    readonly permit?: calldata.SignedPermit | undefined
  }

export type Increase = Ticks &
  Terms & {
    readonly pool: { readonly key: PoolKey; readonly sqrtRatioX96: bigint }
    readonly positionId: bigint
    readonly offer: Offer
    readonly permit?: calldata.SignedPermit | undefined
  }

export type Decrease = Ticks & {
  readonly slippage: bigint
  readonly deadline: bigint
  readonly pool: { readonly key: PoolKey; readonly sqrtRatioX96: bigint }
  readonly positionId: bigint
  readonly liquidity: bigint
  readonly burn: boolean
  readonly shown?: Liquidity.Amounts | undefined
  readonly minima?: Liquidity.Amounts | undefined
}

/** Mints a position worth the offer. */
export function create(request: Create): Plan {
  const { pool } = request
  const mint = minting(pool.sqrtRatioX96, request, request.offer)
  const payload = calldata.create({
    key: pool.key,
    initialSqrtRatioX96: request.initialise ? pool.sqrtRatioX96 : undefined,
    permit: request.permit,
    tickLower: request.tickLower,
    tickUpper: request.tickUpper,
    liquidity: mint.liquidity,
    maxima: mint.maxima,
    owner: request.wallet,
    deadline: request.deadline,
  })
  const { amounts, maxima, liquidity, slippage } = mint
  return { payload, amounts, maxima, liquidity, slippage }
}

/** Adds the offer to a position; its fees are taken in the same transaction. */
export function increase({ pool, positionId, offer, permit, ...request }: Increase): Plan {
  const mint = minting(pool.sqrtRatioX96, request, offer)
  const { currency0, currency1 } = pool.key
  const { liquidity, maxima } = mint
  const payload = calldata.increase({
    positionId,
    permit,
    liquidity,
    maxima,
    currency0,
    currency1,
    deadline: request.deadline,
  })
  return { payload, ...mint }
}

/** Removes liquidity, with all fees; the amounts are those of the liquidity alone. */
export function decrease({ pool, positionId, liquidity, burn, ...request }: Decrease) {
  const bounds = boundsOf(request)
  const { sqrtRatioX96, key } = pool
  const computed = Liquidity.amountsDown(sqrtRatioX96, bounds, liquidity)
  const limits = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity }, request.slippage)
  const { shown } = request
  const minima = request.minima ?? (shown ? inProportion(limits, shown, computed).down : limits)
  const payload = calldata.decrease({
    positionId,
    liquidity,
    minima,
    burn,
    currency0: key.currency0,
    currency1: key.currency1,
    deadline: request.deadline,
  })
  return { payload, amounts: shown ?? computed, liquidity }
}

function minting(sqrtRatioX96: bigint, request: Ticks & Terms, offer: Offer) {
  const bounds = boundsOf(request)
  const liquidity = liquidityOf(offer, sqrtRatioX96, bounds)
  const mint = { sqrtRatioX96, bounds, liquidity }
  const slippage = affordable(mint, request)
  const computed = Liquidity.amountsUp(sqrtRatioX96, bounds, liquidity)
  const limits = Slippage.v4MintMaxima(mint, slippage)
  const { shown } = request
  const maxima = request.maxima ?? (shown ? inProportion(limits, shown, computed).up : limits)
  return {
    liquidity,
    slippage,
    amounts: shown ?? computed,
    maxima: { amount0: capped(maxima.amount0), amount1: capped(maxima.amount1) },
  }
}

// Limits computed without the hook, scaled by what it was seen to make of the amounts.
function inProportion(limits: Liquidity.Amounts, shown: Liquidity.Amounts, computed: Liquidity.Amounts) {
  const scale = (side: 'amount0' | 'amount1') => {
    if (computed[side] === 0n) return { up: limits[side] + shown[side], down: 0n }
    const product = limits[side] * shown[side]
    return { up: (product + computed[side] - 1n) / computed[side], down: product / computed[side] }
  }
  const [first, second] = [scale('amount0'), scale('amount1')]
  return { up: { amount0: first.up, amount1: second.up }, down: { amount0: first.down, amount1: second.down } }
}

// Without room for any tolerance the exact amount is asked for, and the balance check says what is missing.
function affordable(mint: Slippage.Mint, { slippage, nativeBudget }: Terms): bigint {
  if (nativeBudget === undefined) return slippage
  return Slippage.fitting(mint, nativeBudget, slippage) ?? 0n
}

function capped(amount: bigint): bigint {
  return amount > MAX_UINT128 ? MAX_UINT128 : amount
}

function boundsOf({ tickLower, tickUpper }: Ticks): Liquidity.Bounds {
  return { lowerX96: Tick.toSqrtRatio(tickLower), upperX96: Tick.toSqrtRatio(tickUpper) }
}
