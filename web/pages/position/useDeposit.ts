import { useState } from 'react'
import { readAmount, typeable } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import type { TokenInfo } from '../../liquidity/tokens.ts'
import { useEthBalance, useTokenBalance } from '../../wallet/useBalance.ts'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { type NeededTokens, needsOf, opposite, otherAmount, type Side } from './deposit.ts'
import type { Market } from './Market.ts'
import type { Bounds } from './priceScale.ts'
import type { ChangeForm, Form } from './useForm.ts'

/** ETH left for gas by Max. */
const GAS_WEI = 3_000_000_000_000_000n

export type DepositSide = {
  token: TokenInfo
  amount: bigint | undefined
  text: string
  balance: bigint | undefined
  error: string | undefined
  isReadable: boolean
  isFollowing: boolean
  isNeeded: boolean
  type(text: string): void
  max: (() => void) | undefined
}
export type Deposit = {
  A: DepositSide
  B: DepositSide
  set: { side: Side; amount: bigint }
  other: bigint | undefined
  /** Whether both amounts are free, as they are where they make the first price of a v2 pair. */
  isFree: boolean
  nativeBalance: bigint | undefined
  isValid: boolean
}

/** The two amounts: one is set and kept in the form, the other follows from price and range. */
export function useDeposit(given: {
  form: Form
  market: Market
  bounds: Bounds | undefined
  change: ChangeForm
}): Deposit {
  const { form, market, bounds, change } = given
  const [typed, setTyped] = useState<Partial<Record<Side, string>>>({})
  const account = useAccount()
  const nativeBalance = useEthBalance(account, form.chainId)
  const balances = {
    A: useBalanceOf(market.tokenA, account, { nativeBalance, chainId: form.chainId }),
    B: useBalanceOf(market.tokenB, account, { nativeBalance, chainId: form.chainId }),
  }
  const only = form.kind && (form.pay ?? 'A')
  const needs = only ? { A: only === 'A', B: only === 'B' } : needsOf(market, bounds)
  const isFree = only === undefined && market.protocol === 'v2' && (!market.pool || market.sqrtRatioX96 === undefined)
  const side = setSide(form, needs)
  const amounts = { A: toAmount(form.amountA), B: toAmount(form.amountB) }
  const set = { side, amount: amounts[side] ?? 0n }
  const followed = only === undefined ? otherAmount(market, bounds, set) : undefined
  const other = isFree ? amounts[opposite(side)] : followed
  function put(which: Side, amount: bigint | undefined, text: string): void {
    setTyped((before) => ({ ...(isFree && before), [which]: text }))
    const rest = isFree ? {} : { [fieldOf(opposite(which))]: undefined }
    change({ ...rest, [fieldOf(which)]: amount === undefined ? undefined : String(amount) })
  }
  function sideOf(which: Side): DepositSide {
    const token = market[`token${which}`]
    const isFollowing = !isFree && which !== side
    const amount = { ...amounts, [opposite(side)]: other }[which]
    const own = isFollowing ? undefined : typed[which]
    const balance = balances[which]
    const most = maxOf(balance ?? 0n, { market, token, slippage: form.slippage })
    return {
      token,
      amount,
      text: textOf({ own, amount: set.amount === 0n && own === undefined ? undefined : amount, token }),
      balance,
      error: isAbove(amount, balance) ? 'More than you have' : undefined,
      isReadable: own === undefined || readAmount(own, token.decimals).problem === undefined,
      isFollowing,
      isNeeded: needs[which],
      type: (text) => put(which, readAmount(text, token.decimals).value, text),
      max: most === 0n ? undefined : () => put(which, most, typeable(most, token.decimals)),
    }
  }
  const [A, B] = [sideOf('A'), sideOf('B')]
  const isValid =
    set.amount > 0n &&
    [A, B].every(({ error, isReadable, isNeeded }) => !isNeeded || (isReadable && error === undefined))
  return { A, B, set, other, isFree, nativeBalance, isValid }
}

type ChainBalance = { nativeBalance: bigint | undefined; chainId: number }

function useBalanceOf(token: TokenInfo, account: string | undefined, { nativeBalance, chainId }: ChainBalance) {
  const isNative = token.address === NATIVE
  const tokens = useTokenBalance(token.address, isNative ? undefined : account, chainId)
  return isNative ? nativeBalance : tokens
}

function isAbove(amount: bigint | undefined, balance: bigint | undefined): boolean {
  return amount !== undefined && balance !== undefined && amount > balance
}

/** The side with an amount in the form, as long as the range takes it. */
function setSide({ amountA, amountB }: Form, needs: NeededTokens): Side {
  if (!needs.A) return 'B'
  if (!needs.B) return 'A'
  return amountA === undefined && amountB !== undefined ? 'B' : 'A'
}

function toAmount(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text)
}

function fieldOf(side: Side): 'amountA' | 'amountB' {
  return side === 'A' ? 'amountA' : 'amountB'
}

/** The text of a field: as it was typed, while it means the amount. */
function textOf({
  own,
  amount,
  token,
}: {
  own: string | undefined
  amount: bigint | undefined
  token: TokenInfo
}): string {
  if (own !== undefined && readAmount(own, token.decimals).value === amount) return own
  return amount === undefined ? '' : typeable(amount, token.decimals)
}

type Spending = { market: Market; token: TokenInfo; slippage: number | undefined }

/** The whole balance except gas, and on v4 except the tolerance, which may be taken in addition. */
function maxOf(balance: bigint, { market, token, slippage = 0.5 }: Spending): bigint {
  const rest = token.address === NATIVE ? balance - GAS_WEI : balance
  if (rest <= 0n) return 0n
  if (market.protocol !== 'v4') return rest
  const tolerance = BigInt(Math.ceil((token.address === NATIVE ? Math.min(slippage, 0.05) : slippage) * 100) + 1)
  return (rest * 10_000n) / (10_000n + tolerance)
}
