import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Draft } from './Draft.ts'
import { describeAmount } from './describe.ts'

type Pair = { readonly token0: Token; readonly token1: Token }

/** A withdrawal needs no approval. */
export const none: Draft['approvals'] = () => []

/** Tokens that move to the wallet, for the check against the calldata. */
export function receives(
  { token0, token1 }: { token0: Address; token1: Address },
  amounts: Amounts,
): Draft['stated']['moves'] {
  return [
    { token: token0, amount: amounts.amount0, isPaid: false },
    { token: token1, amount: amounts.amount1, isPaid: false },
  ]
}

/** The part of a liquidity that a percentage is, rounded down, and never nothing. */
export function partOf(liquidity: bigint, percent: number): bigint {
  const part = (liquidity * BigInt(percent)) / 100n
  if (part > 0n) return part
  const problem = liquidity === 0n ? 'The position holds no liquidity' : `${percent} percent of the position is nothing`
  throw new ApiError(
    'failed_precondition',
    `${problem}, so there is nothing to remove. Use /lp/claim_fees for fees alone.`,
    {
      details: [{ type: 'liquidity', value: liquidity.toString() }],
    },
  )
}

/** The side that holds wrapped native currency, if either does. */
export function wrappedSide({ wrappedNative }: ChainFacts, { token0, token1 }: Pair): 'token0' | 'token1' | undefined {
  if (wrappedNative === undefined) return undefined
  if (token0.address === wrappedNative) return 'token0'
  return token1.address === wrappedNative ? 'token1' : undefined
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
