import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import { heldToken, named, type Protocol } from '#liquidity/deployment.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Holding, Snapshot, Token } from '#liquidity/pools/Snapshot.ts'
import type { PlannedSwap } from '#liquidity/recipes/draftSwap.ts'
import { costGuard } from '#liquidity/recipes/guards.ts'
import { jointLimits } from '#liquidity/recipes/jointLimits.ts'
import { mostOf } from '#liquidity/recipes/moves.ts'
import type { Steps } from '#liquidity/recipes/Steps.ts'
import { impactWarnings, swapGuard } from '#liquidity/recipes/swap.ts'
import type { Side, TokenPair } from '#liquidity/request/TokenPair.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import { NOTHING } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { PoolZap } from './inPool.ts'

type Entry = {
  readonly swapping: Draft
  readonly deposit: Draft & { readonly amounts: Amounts; readonly fees?: Amounts | undefined }
  readonly swap: PlannedSwap & { readonly kept: bigint }
  readonly side: Side
  readonly liquidity?: bigint | undefined
}
type Context = Pick<Steps, 'reason' | 'owner' | 'slippage' | 'approvals'> & {
  readonly what: string
  /** The path that adds both tokens without a swap. */
  readonly instead: string
  /** The whole payment of the request. */
  readonly held: Amounts
}

/** A swap followed by a deposit. Only the guaranteed minimum of the swap is added, so that the wallet pays no more. */
export function entrySteps(
  { facts }: Chain,
  { swapping, deposit, swap, side, liquidity }: Entry,
  context: Context,
): Steps {
  const { what, instead, held, ...rest } = context
  const { paid, received, kept, amountIn, expectedOut, minimumOut } = swap
  const pair = tokensOf(deposit)
  const [added, gained] = inOrder(deposit.amounts, side)
  const [own, other] = inOrder(held, side)
  const [ownFees, otherFees] = inOrder(deposit.fees ?? NOTHING, side)
  const left = { own: kept - added + ownFees, other: other + expectedOut - gained + otherFees }
  const returned = left.other - other
  const more = other > 0n ? `and ${describeAmount(other, received)}` : 'alone'
  const most = mostOf(deposit)
  return {
    ...rest,
    drafts: [swapping, deposit],
    limits: { ...jointLimits([swapping.limits, deposit.limits]), price: deposit.limits.price, liquidity },
    summary:
      `${what} on ${named(facts)} from ${describeAmount(own, paid)} ${more} in two transactions: swap ` +
      `${describeAmount(amountIn, paid)} for ${describeAmount(expectedOut, received)}, at least ` +
      `${describeAmount(minimumOut, received)}, then add ${describeAmounts(deposit.amounts, pair)}. ` +
      `${describeAmount(left.own, paid)} and ${describeAmount(left.other, received)} stay in the wallet.`,
    received: [
      { token: paid.address, amount: ownFees },
      { token: received.address, amount: returned },
    ].filter(({ amount }) => amount > 0n),
    guards: [swapGuard(minimumOut, received), costGuard(pair, most)],
    warnings: [...(deposit.warnings ?? []), ...impactWarnings(swap)],
    alternatives: [instead],
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
export function asHeld({ facts }: Chain, protocol: Protocol, { existingPool }: PoolZap) {
  const { token0Address, token1Address, poolReference } = existingPool
  const held = (address: Address) => heldToken(facts, protocol, address)
  return { token0Address: held(token0Address), token1Address: held(token1Address), poolReference }
}

/** The tokens that the other side of the pool sends to the wallet. */
export function arriving(side: Side, amount: bigint): Amounts {
  return side === 'token0' ? { amount0: 0n, amount1: amount } : { amount0: amount, amount1: 0n }
}

/** The amounts that a request pays, in the order of the pool. */
export function heldOf({ side, amount, cap = 0n }: Offer): Amounts {
  return side === 'token0' ? { amount0: amount, amount1: cap } : { amount0: cap, amount1: amount }
}

type Paying = { readonly tokenPair: TokenPair; readonly held: Amounts }

/** Both tokens as they leave the wallet, in the order of the pool; refused if the wallet has too little of one. */
export function paidEnds(
  { facts }: Chain,
  { holdings, nativeBalance }: Pick<Snapshot<unknown>, 'holdings' | 'nativeBalance'>,
  { tokenPair, held }: Paying,
): readonly [Token, Token] {
  const [first, second] = holdings
  if (!first || !second) throw new TypeError('The wallet was not read.')
  const native = { token: { address: zeroAddress, ...facts.nativeCurrency }, balance: nativeBalance }
  const own0 = tokenPair.native === 'token0' ? native : first
  const own1 = tokenPair.native === 'token1' ? native : second
  requirePaid(own0, held.amount0)
  requirePaid(own1, held.amount1)
  return [own0.token, own1.token]
}

function requirePaid({ token, balance }: Pick<Holding, 'token' | 'balance'>, amount: bigint): void {
  if (balance >= amount) return
  throw new ApiError(
    'failed_precondition',
    `The wallet has ${describeAmount(balance, token)}, but needs ${describeAmount(amount, token)}. Send a smaller amount.`,
    { details: [{ type: 'INSUFFICIENT_LIQUIDITY', value: token.address }] },
  )
}
