import { max } from '#core/bigint.ts'
import type { Amounts } from './Liquidity.ts'

export const NOTHING: Amounts = { amount0: 0n, amount1: 0n }

export function plus(a: Amounts, b: Amounts): Amounts {
  return { amount0: a.amount0 + b.amount0, amount1: a.amount1 + b.amount1 }
}

export function minus(total: Amounts, part: Amounts): Amounts {
  return { amount0: total.amount0 - part.amount0, amount1: total.amount1 - part.amount1 }
}

/** The difference, never below zero. */
export function surplus(total: Amounts, part: Amounts): Amounts {
  const { amount0, amount1 } = minus(total, part)
  return { amount0: max(amount0, 0n), amount1: max(amount1, 0n) }
}
