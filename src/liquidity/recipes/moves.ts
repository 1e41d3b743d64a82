import type { Address } from 'viem'
import type { Spending } from '#liquidity/approvals/Approval.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import type { Side } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { TokenSum } from './Recipe.ts'

type Pair = { readonly token0: Address; readonly token1: Address }
type Moves = Draft['stated']['moves']

/** The two amounts as a list by token, without those that are zero. */
export function sumsOf({ token0, token1 }: Pair, { amount0, amount1 }: Amounts): TokenSum[] {
  const both = [
    { token: token0, amount: amount0 },
    { token: token1, amount: amount1 },
  ]
  return both.filter(({ amount }) => amount > 0n)
}

/** A deposit that the position's own funds pay for, for the check against the calldata. */
export function paysFromPosition(
  { token0, token1 }: Pair,
  { amounts, maxima }: { readonly amounts: Amounts; readonly maxima: Amounts },
): Moves {
  return [
    { token: token0, amount: amounts.amount0, limit: maxima.amount0, isPaid: true },
    { token: token1, amount: amounts.amount1, limit: maxima.amount1, isPaid: true },
  ]
}

/** A deposit from the wallet, of tokens that arrive there in the same transaction. */
export function paysAndReceives(
  tokens: Pair,
  { amounts, limits }: { readonly amounts: Amounts; readonly limits: Amounts },
  arriving: { readonly amounts: Amounts; readonly least: Amounts },
): Moves {
  const { token0, token1 } = tokens
  return [
    ...paysFromPosition(tokens, { amounts, maxima: limits }),
    { token: token0, amount: arriving.amounts.amount0, limit: arriving.least.amount0, isPaid: false },
    { token: token1, amount: arriving.amounts.amount1, limit: arriving.least.amount1, isPaid: false },
  ]
}

/** All of both amounts, for a range at a price: above its range a position holds token1 only. */
export function offerOfBoth(sqrtRatioX96: bigint, { tickUpper }: { tickUpper: number }, funds: Amounts): Offer {
  const { amount0, amount1 } = funds
  return sqrtRatioX96 >= Tick.toSqrtRatio(tickUpper)
    ? { side: 'token1', amount: amount1, cap: amount0 }
    : { side: 'token0', amount: amount0, cap: amount1 }
}

/** The tokens that a manager takes from the wallet, without the side that is paid in native currency. */
export function spendingsOf(holdings: readonly Holding[], amounts: Amounts, native?: Side): Spending[] {
  const spent = [
    { side: 'token0', amount: amounts.amount0 },
    { side: 'token1', amount: amounts.amount1 },
  ] as const
  return holdings.flatMap((holding, index) => {
    const { side, amount } = spent[index] ?? {}
    return amount === undefined || side === native ? [] : [{ holding, amount }]
  })
}

/** The maximum of both tokens that a deposit takes. */
export function mostOf({ limits }: Draft): Amounts {
  return { amount0: limits.pay[0]?.atMost ?? 0n, amount1: limits.pay[1]?.atMost ?? 0n }
}
