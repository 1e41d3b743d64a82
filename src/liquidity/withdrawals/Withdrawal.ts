import { zeroAddress } from 'viem'
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

type Withdrawn = {
  readonly amounts: Amounts
  /** What arrives at least. */
  readonly least: Amounts
  /** The side that is handed out as native currency. */
  readonly unwrapped?: Side | undefined
  /** Which sides the transaction itself holds to that. */
  readonly enforced: { readonly token0: boolean; readonly token1: boolean }
}

/** Neither side held by the transaction. */
export const NOT_ENFORCED = { token0: false, token1: false }

/** Tokens that move to the wallet, for the check against the calldata. */
export function receives(
  { token0, token1 }: Pick<TokenPair, 'token0' | 'token1'>,
  { amounts, least, enforced }: Withdrawn,
): Draft['stated']['moves'] {
  const limit0 = enforced.token0 ? least.amount0 : undefined
  const limit1 = enforced.token1 ? least.amount1 : undefined
  return [
    { token: token0, amount: amounts.amount0, isPaid: false, limit: limit0 },
    { token: token1, amount: amounts.amount1, isPaid: false, limit: limit1 },
  ]
}

/** The limits of a withdrawal, by token as it reaches the wallet. */
export function withdrawalLimits(
  { token0, token1 }: Pick<TokenPair, 'token0' | 'token1'>,
  { least, enforced, unwrapped }: Withdrawn,
): Limits {
  const arriving = {
    token0: unwrapped === 'token0' ? zeroAddress : token0,
    token1: unwrapped === 'token1' ? zeroAddress : token1,
  }
  return receiving(arriving, least, enforced)
}

/** What is received, and at least, in words. */
export function describeReceived({ amounts, least, enforced }: Withdrawn, pair: Pair): string {
  const isHeld = enforced.token0 && enforced.token1
  return isHeld
    ? `${describeAmounts(amounts, pair)}, at least ${describeAmounts(least, pair)}`
    : describeAmounts(amounts, pair)
}

/** The part of a liquidity that a percentage is, rounded down, and never nothing. */
export function partOf(liquidity: bigint, percent: number, protocol: Protocol): bigint {
  const part = (liquidity * BigInt(percent)) / 100n
  if (part > 0n) return part
  const problem = liquidity === 0n ? 'The position holds no liquidity' : `${percent} percent of the position is nothing`
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

/** What a pool pays out where its fees come along. */
export function withFees(amounts: Amounts, fees: Amounts): Amounts {
  return { amount0: amounts.amount0 + fees.amount0, amount1: amounts.amount1 + fees.amount1 }
}

/** Two amounts in words. */
export function describeAmounts({ amount0, amount1 }: Amounts, { token0, token1 }: Pair): string {
  return `${describeAmount(amount0, token0)} and ${describeAmount(amount1, token1)}`
}

/** How to hand out the wrapped side as native currency, where the request asks for that. */
export function unwrapping(chain: Chain, position: V3Position, asWeth: boolean | undefined) {
  const side = asWeth === false ? wrappedSide(chain.facts, position) : undefined
  if (!side) return undefined
  return { side, otherToken: position[side === 'token0' ? 'token1' : 'token0'].address }
}

/** Says what a pool's hook was seen to keep of what is withdrawn. */
export function keptWarnings(position: Pair & { readonly key: PoolKey }, kept: Amounts): Warning[] {
  if (kept.amount0 === 0n && kept.amount1 === 0n) return []
  const message = `The hook ${position.key.hooks} of this pool keeps ${describeAmounts(kept, position)} of what is withdrawn.`
  return [{ code: 'HOOK_KEEPS', message }]
}
