import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import { heldToken, named, type Protocol } from '#liquidity/deployment.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Snapshot, Token } from '#liquidity/pools/Snapshot.ts'
import type { PlannedSwap } from '#liquidity/recipes/draftSwap.ts'
import { costGuard } from '#liquidity/recipes/guards.ts'
import { jointLimits } from '#liquidity/recipes/jointLimits.ts'
import { mostOf } from '#liquidity/recipes/moves.ts'
import type { Steps } from '#liquidity/recipes/Steps.ts'
import { impactWarnings, swapGuard } from '#liquidity/recipes/swap.ts'
import type { Side, TokenPair } from '#liquidity/request/TokenPair.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { ZapInRequest } from './request.ts'

type Entry = {
  readonly swapping: Draft
  readonly deposit: Draft & { readonly amounts: Amounts }
  readonly swap: PlannedSwap & { readonly kept: bigint }
  readonly side: Side
  readonly liquidity?: bigint | undefined
}
type Context = Pick<Steps, 'reason' | 'owner' | 'slippage' | 'approvals'> & { readonly what: string }

/** A swap and a deposit in a row. Only what the swap is sure to return is added, so that the wallet pays no more. */
export function entrySteps(
  { facts }: Chain,
  { swapping, deposit, swap, side, liquidity }: Entry,
  context: Context,
): Steps {
  const { what, ...rest } = context
  const { paid, received, kept, amountIn, expectedOut, minimumOut } = swap
  const pair = tokensOf(deposit)
  const [added, gained] = inOrder(deposit.amounts, side)
  const left = { own: kept - added, other: expectedOut - gained }
  const most = mostOf(deposit)
  return {
    ...rest,
    drafts: [swapping, deposit],
    limits: { ...jointLimits([swapping.limits, deposit.limits]), price: deposit.limits.price, liquidity },
    summary:
      `Create ${what} on ${named(facts)} from ${describeAmount(amountIn + kept, paid)} alone in two transactions: swap ` +
      `${describeAmount(amountIn, paid)} for ${describeAmount(expectedOut, received)}, at least ` +
      `${describeAmount(minimumOut, received)}, then add ${describeAmounts(deposit.amounts, pair)}. ` +
      `${describeAmount(left.own, paid)} and ${describeAmount(left.other, received)} stay in the wallet.`,
    received: left.other > 0n ? [{ token: received.address, amount: left.other }] : [],
    guards: [swapGuard(minimumOut, received), costGuard(pair, most)],
    warnings: [...(deposit.warnings ?? []), ...impactWarnings(swap)],
    alternatives: ['/lp/create'],
  }
}

function tokensOf({ tokens: [token0, token1] }: Draft) {
  if (!token0 || !token1) throw new TypeError('The tokens were not read.')
  return { token0, token1 }
}

function inOrder({ amount0, amount1 }: Amounts, side: Side): readonly [bigint, bigint] {
  return side === 'token0' ? [amount0, amount1] : [amount1, amount0]
}

/** The request as the pool holds its tokens: only the paid one may move as native currency. */
export function asHeld({ facts }: Chain, protocol: Protocol, { existingPool }: ZapInRequest) {
  const { token0Address, token1Address, poolReference } = existingPool
  const held = (address: Address) => heldToken(facts, protocol, address)
  return { token0Address: held(token0Address), token1Address: held(token1Address), poolReference }
}

/** The tokens that the other side of the pool sends to the wallet. */
export function arriving(side: Side, amount: bigint): Amounts {
  return side === 'token0' ? { amount0: 0n, amount1: amount } : { amount0: amount, amount1: 0n }
}

type Paying = { readonly tokenPair: TokenPair; readonly offer: Offer }

/** The token that pays, as it leaves the wallet, and the one that the swap returns; refused if the wallet has too little. */
export function paidEnds(
  { facts }: Chain,
  { holdings, nativeBalance }: Pick<Snapshot<unknown>, 'holdings' | 'nativeBalance'>,
  { tokenPair, offer: { side, amount } }: Paying,
): { readonly paid: Token; readonly received: Token } {
  const [own, other] = side === 'token0' ? [holdings[0], holdings[1]] : [holdings[1], holdings[0]]
  if (!own || !other) throw new TypeError('The wallet was not read.')
  const isNative = tokenPair.native === side
  const paid = isNative ? { address: zeroAddress, ...facts.nativeCurrency } : own.token
  const balance = isNative ? nativeBalance : own.balance
  if (balance >= amount) return { paid, received: other.token }
  throw new ApiError(
    'failed_precondition',
    `The wallet has ${describeAmount(balance, paid)}, but needs ${describeAmount(amount, paid)}. Send a smaller amount.`,
    { details: [{ type: 'INSUFFICIENT_LIQUIDITY', value: paid.address }] },
  )
}
