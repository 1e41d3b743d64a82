import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import { type Limits, receiving, type Warning } from '#liquidity/answer/Limits.ts'
import type { Protocol } from '#liquidity/deployment.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Side, TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'

type Pair = { readonly token0: Token; readonly token1: Token }

/** A withdrawal needs no approval. */
export const none: Draft['approvals'] = () => []

type Withdrawal = {
  readonly amounts: Amounts
  /** The minima that arrive. */
  readonly least: Amounts
  /** The side that is paid out as native currency. */
  readonly unwrapped?: Side | undefined
  /** The sides whose minimum is in the calldata: the pool's contracts send no less. */
  readonly held: { readonly token0: boolean; readonly token1: boolean }
  /** The sides among them whose token delivers the amount sent, so that the minimum reaches the wallet. */
  readonly enforced: { readonly token0: boolean; readonly token1: boolean }
}

export const NEITHER = { token0: false, token1: false }

/** The tokens that move to the wallet, for the check against the calldata. */
export function receives(
  { token0, token1 }: Pick<TokenPair, 'token0' | 'token1'>,
  { amounts, least, held }: Withdrawal,
): Draft['stated']['moves'] {
  const limit0 = held.token0 ? least.amount0 : undefined
  const limit1 = held.token1 ? least.amount1 : undefined
  return [
    { token: token0, amount: amounts.amount0, isPaid: false, limit: limit0 },
    { token: token1, amount: amounts.amount1, isPaid: false, limit: limit1 },
  ]
}

/** The limits of a withdrawal, by token as it reaches the wallet. */
export function withdrawalLimits(
  { token0, token1 }: Pick<TokenPair, 'token0' | 'token1'>,
  { least, held, enforced, unwrapped }: Withdrawal,
): Limits {
  const arriving = {
    token0: unwrapped === 'token0' ? zeroAddress : token0,
    token1: unwrapped === 'token1' ? zeroAddress : token1,
  }
  return receiving(arriving, least, { held, enforced })
}

/** The amounts received and their minima in words. */
export function describeReceived({ amounts, least, enforced }: Withdrawal, pair: Pair): string {
  const isHeld = enforced.token0 && enforced.token1
  return isHeld
    ? `${describeAmounts(amounts, pair)}, at least ${describeAmounts(least, pair)}`
    : describeAmounts(amounts, pair)
}

/** A percentage of the liquidity, rounded down; refused if that is zero. */
export function partOf(liquidity: bigint, percent: number, protocol: Protocol): bigint {
  const part = (liquidity * BigInt(percent)) / 100n
  if (part > 0n) return part
  const problem =
    liquidity === 0n ? 'The position holds no liquidity' : `${percent} percent of the position rounds to zero`
  const instead =
    protocol === 'V2'
      ? 'Check walletAddress and the tokens; GET /api/liquidity/positions lists what a wallet has.'
      : 'Use /lp/claim_fees for fees alone.'
  throw new ApiError('failed_precondition', `${problem}, so there is nothing to remove. ${instead}`, {
    details: [{ type: 'liquidity', value: liquidity.toString() }],
  })
}

/** The side that holds wrapped native currency, if either does. */
export function wrappedSide({ wrappedNative }: ChainFacts, { token0, token1 }: Pair): Side | undefined {
  if (wrappedNative === undefined) return undefined
  if (token0.address === wrappedNative) return 'token0'
  return token1.address === wrappedNative ? 'token1' : undefined
}

/** Two amounts in words. */
export function describeAmounts({ amount0, amount1 }: Amounts, { token0, token1 }: Pair): string {
  return `${describeAmount(amount0, token0)} and ${describeAmount(amount1, token1)}`
}

/** How to pay out the wrapped side as native currency, if the request asks for it. */
export function unwrapping(chain: Chain, position: V3Position, asWeth: boolean | undefined) {
  const side = asWeth === false ? wrappedSide(chain.facts, position) : undefined
  if (!side) return undefined
  return { side, otherToken: position[side === 'token0' ? 'token1' : 'token0'].address }
}

type Left = { readonly id: bigint; readonly owner: Address; readonly isSubscribed?: boolean }

/** Warns an operator who receives the owner's funds, and of the risks of burning a position. */
export function positionWarnings(
  { id, owner, isSubscribed }: Left,
  { wallet, burn = false }: { wallet: Address; burn?: boolean },
): Warning[] {
  const rules: [applies: boolean, code: string, message: string][] = [
    [owner !== wallet, 'OPERATOR', `Position ${id} belongs to ${owner}, and ${wallet} receives the payout.`],
    [
      burn && isSubscribed === true,
      'SUBSCRIBED',
      `Position ${id} has a subscriber, which is notified of the burn and may end its rewards. Call unsubscribe of the position manager first.`,
    ],
    [
      burn && isSubscribed === undefined,
      'BURN_MAY_REVERT',
      `Anyone can add a unit of liquidity to position ${id}, and then the whole transaction reverts. If it does, build it again without burn.`,
    ],
  ]
  return rules.filter(([applies]) => applies).map(([, code, message]) => ({ code, message }))
}

/** Warns of the amounts that the pool's hook was measured to keep. */
export function keptWarnings(position: Pair & { readonly key: PoolKey }, kept: Amounts): Warning[] {
  if (kept.amount0 === 0n && kept.amount1 === 0n) return []
  const message = `The hook ${position.key.hooks} of this pool keeps ${describeAmounts(kept, position)} of the withdrawal.`
  return [{ code: 'HOOK_KEEPS', message }]
}
