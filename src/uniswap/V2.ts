/** Constant-product pairs: deposits through the router, mints and burns. */

import { min } from '#core/bigint.ts'
import * as SqrtPrice from './SqrtPrice.ts'

/** Liquidity that the first mint of a pair locks permanently. */
const MINIMUM_LIQUIDITY = 1000n

export type Reserves = { readonly reserve0: bigint; readonly reserve1: bigint }
type Supply = { readonly totalSupply: bigint; readonly kLast: bigint; readonly feeOn: boolean }

/** The amount worth as much as `amount` at these reserves, rounded down as the router does. */
export function quote(amount: bigint, reserve: bigint, reserveOther: bigint): bigint {
  return (amount * reserveOther) / reserve
}

/** The amounts the router takes of an offer: one in full, the other at the pair's ratio. */
export function deposit(offer0: bigint, offer1: bigint, reserves: Reserves): { amount0: bigint; amount1: bigint } {
  const { reserve0, reserve1 } = reserves
  if (reserve0 === 0n && reserve1 === 0n) return { amount0: offer0, amount1: offer1 }
  const matching1 = quote(offer0, reserve0, reserve1)
  if (matching1 <= offer1) return { amount0: offer0, amount1: matching1 }
  return { amount0: quote(offer1, reserve1, reserve0), amount1: offer1 }
}

/** The total supply after the protocol's share has been minted to it, as every mint and burn does first. */
export function supplyWithFee({ totalSupply, kLast, feeOn }: Supply, { reserve0, reserve1 }: Reserves): bigint {
  if (!feeOn || kLast === 0n) return totalSupply
  const root = SqrtPrice.root(reserve0 * reserve1)
  const rootLast = SqrtPrice.root(kLast)
  if (root <= rootLast) return totalSupply
  return totalSupply + (totalSupply * (root - rootLast)) / (root * 5n + rootLast)
}

/** The amounts that burning this liquidity pays from the pair's balances, rounded down. */
export function withdrawal(
  liquidity: bigint,
  balances: Reserves,
  supply: bigint,
): { amount0: bigint; amount1: bigint } {
  return { amount0: (liquidity * balances.reserve0) / supply, amount1: (liquidity * balances.reserve1) / supply }
}

/** The liquidity that depositing these amounts mints. */
export function minted(amounts: { amount0: bigint; amount1: bigint }, reserves: Reserves, supply: bigint): bigint {
  if (supply === 0n) return SqrtPrice.root(amounts.amount0 * amounts.amount1) - MINIMUM_LIQUIDITY
  const by0 = (amounts.amount0 * supply) / reserves.reserve0
  const by1 = (amounts.amount1 * supply) / reserves.reserve1
  return min(by0, by1)
}

/** The amount that a swap of `amountIn` returns, after the fee of 0.3 %, rounded down as the router does. */
export function amountOut(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const kept = amountIn * 997n
  return (kept * reserveOut) / (reserveIn * 1000n + kept)
}

/** How much of an amount to swap first so that the rest and the proceeds have the pair's ratio: r is its reserve. */
export function swapForDeposit(amount: bigint, reserve: bigint): bigint {
  const root = SqrtPrice.root(reserve * (amount * 3_988_000n + reserve * 3_988_009n))
  return (root - reserve * 1997n) / 1994n
}
