import type { LpAnswer, TokenAmount } from '../../api/liquidity.ts'
import { amountsOf } from './LpRequest.ts'

/** A figure that differs from the reviewed one. */
export type Change =
  | { kind: 'pay' | 'receive' | 'amount'; tokenAddress: string; before: bigint; after: bigint }
  | { kind: 'price'; end: 'atLeast' | 'atMost'; before: string | undefined; after: string | undefined }
  | { kind: 'liquidity'; before: bigint; after: bigint }
  /** The amount that a swap returns for each unit of a token. */
  | { kind: 'rate'; tokenAddress: string; before: number; after: number }
  | { kind: 'warning'; message: string }

/** Smaller moves of the expected amounts are noise. */
const NOISE = 0.0005

/**
 * Limits may not get worse by a single unit, because they were promised; amounts and prices may move within the reviewed
 * slippage.
 */
export function compareAnswers(reviewed: LpAnswer, fresh: LpAnswer): Change[] {
  const tolerance = Math.max(NOISE, (reviewed.slippage ?? 0) / 100)
  return [
    ...worseLimits(reviewed, fresh),
    ...movedAmounts(reviewed, fresh, tolerance),
    ...movedPrices(reviewed, fresh, tolerance),
    ...lessLiquidity(reviewed, fresh, tolerance),
    ...worseRate(reviewed, fresh, tolerance),
    ...newWarnings(reviewed, fresh),
  ]
}

function worseLimits({ limits: before }: LpAnswer, { limits: after }: LpAnswer): Change[] {
  const pay = after.pay.flatMap(({ tokenAddress, atMost }): Change[] => {
    const known = before.pay.find((one) => one.tokenAddress === tokenAddress)?.atMost ?? '0'
    return BigInt(atMost) > BigInt(known)
      ? [{ kind: 'pay', tokenAddress, before: BigInt(known), after: BigInt(atMost) }]
      : []
  })
  const receive = before.receive.flatMap(({ tokenAddress, atLeast }): Change[] => {
    const now = after.receive.find((one) => one.tokenAddress === tokenAddress)?.atLeast ?? '0'
    return BigInt(now) < BigInt(atLeast)
      ? [{ kind: 'receive', tokenAddress, before: BigInt(atLeast), after: BigInt(now) }]
      : []
  })
  return [...pay, ...receive]
}

// A deposit that a position or a swap pays for returns only dust, and dust may change by any factor.
function movedAmounts(reviewed: LpAnswer, fresh: LpAnswer, tolerance: number): Change[] {
  if (reviewed.spent) return []
  const now = amountsOf(fresh)
  return amountsOf(reviewed).flatMap(({ tokenAddress, amount }: TokenAmount): Change[] => {
    const after = now.find((one) => one.tokenAddress === tokenAddress)?.amount ?? '0'
    const isMoved = relative(Number(amount), Number(after)) > tolerance
    return isMoved ? [{ kind: 'amount', tokenAddress, before: BigInt(amount), after: BigInt(after) }] : []
  })
}

function movedPrices({ limits: before }: LpAnswer, { limits: after }: LpAnswer, tolerance: number): Change[] {
  return (['atLeast', 'atMost'] as const).flatMap((end): Change[] => {
    const [then, now] = [before.price?.[end], after.price?.[end]]
    if (then === undefined) return []
    const isWithin = now !== undefined && relative(Number(then), Number(now)) <= tolerance
    return isWithin ? [] : [{ kind: 'price', end, before: then, after: now }]
  })
}

function lessLiquidity({ limits: before }: LpAnswer, { limits: after }: LpAnswer, tolerance: number): Change[] {
  const [then, now] = [before, after].map(({ liquidity }) => BigInt(liquidity?.atLeast ?? 0)) as [bigint, bigint]
  return isLess(Number(then), Number(now), tolerance) ? [{ kind: 'liquidity', before: then, after: now }] : []
}

function worseRate({ swap: before }: LpAnswer, { swap: after }: LpAnswer, tolerance: number): Change[] {
  if (!before || !after || before.tokenIn !== after.tokenIn) return []
  const [then, now] = [before, after].map((swap) => Number(swap.expectedOut) / Number(swap.amountIn)) as [
    number,
    number,
  ]
  return isLess(then, now, tolerance) ? [{ kind: 'rate', tokenAddress: before.tokenIn, before: then, after: now }] : []
}

function isLess(before: number, after: number, tolerance: number): boolean {
  return after < before * (1 - tolerance)
}

function newWarnings(reviewed: LpAnswer, fresh: LpAnswer): Change[] {
  const known = new Set(reviewed.warnings.map(({ code }) => code))
  return fresh.warnings.flatMap(({ code, message }): Change[] =>
    known.has(code) ? [] : [{ kind: 'warning', message }],
  )
}

function relative(before: number, after: number): number {
  if (before === after) return 0
  return before === 0 ? Number.POSITIVE_INFINITY : Math.abs(after - before) / before
}
