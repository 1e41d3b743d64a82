import type { Chain } from '#chain/Chain.ts'
import { min } from '#core/bigint.ts'
import { describeAmount, describeToken } from '#liquidity/answer/describe.ts'
import type { Limits, Warning } from '#liquidity/answer/Limits.ts'
import { type Deposit, pairOf } from './Deposit.ts'

type AtRisk = {
  readonly alsoPay: Limits['pay']
  readonly warnings: Warning[]
  readonly words: string
}

const NOTHING: AtRisk = { alsoPay: [], warnings: [], words: '' }

/**
 * The v3 manager pays the wrapped side from the value sent along, and pulls wrapped currency instead if that is gone. It
 * pays token0 first, so the code of a hostile token0 can take the native currency out in between.
 */
export function wrappedAtRisk({ facts }: Chain, deposit: Deposit): AtRisk {
  const holding = deposit.snapshot.holdings[1]
  if (deposit.tokenPair.native !== 'token1' || !holding) return NOTHING
  const amount = [holding.balance, holding.allowance, deposit.limits.amount1].reduce(min)
  if (amount === 0n) return NOTHING
  const [token0, wrapped] = pairOf(deposit)
  const { symbol } = facts.nativeCurrency
  const message =
    `The wallet lets the V3 position manager spend ${describeToken(wrapped)}. If the code of ${describeToken(token0)} is hostile, ` +
    `it can take the ${symbol} sent along, and up to ${describeAmount(amount, wrapped)} is pulled in its place. ` +
    `Unless you trust the token, cancel that allowance or pay in the wrapped token.`
  return {
    alsoPay: [{ token: wrapped.address, atMost: amount, enforced: true }],
    warnings: [{ code: 'WRAPPED_ALLOWANCE', message }],
    words: ` Up to ${describeAmount(amount, wrapped)} more if the other token is hostile.`,
  }
}
