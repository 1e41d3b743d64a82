import { type Address, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { type ApiError, invalidField } from '#core/ApiError.ts'
import type { Protocol } from '#liquidity/deployment.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'

type PoolTokens = { readonly protocol: Protocol; readonly token0: Address; readonly token1: Address }

/** The two tokens between two pools, as the wallet holds them. */
export type Passage = {
  /** Whether wrapped currency leaves the first pool as native currency. */
  readonly isUnwrapped: boolean
  /** Whether native currency becomes its wrapped form between two v4 pools, or the other way round. */
  readonly isRewrapped: boolean
  /** In the order of the pool that they leave. */
  readonly leaving: readonly [Address, Address]
  /** In the order of the pool that they enter. */
  readonly entering: readonly [Address, Address]
  /** Amounts of one pool in the order of the other. */
  readonly inOtherOrder: (amounts: Amounts) => Amounts
  /** A price of one pool in the order of the other. */
  readonly priceInOtherOrder: (sqrtRatioX96: bigint) => bigint
}

/** How the tokens of a pool reach another pool; refused if the pools have different tokens. */
export function passageOf(facts: ChainFacts, from: PoolTokens, to: PoolTokens): Passage {
  const isNative = [from, to].some(({ token0, token1 }) => token0 === zeroAddress || token1 === zeroAddress)
  const isRewrapped = isNative && from.protocol === 'V4' && to.protocol === 'V4' && !isSamePair(from, to)
  const asMoved = ({ protocol, token0, token1 }: PoolTokens) =>
    [token0, token1].map((token) =>
      isNative && (protocol !== 'V4' || isRewrapped) && token === facts.wrappedNative ? zeroAddress : token,
    ) as [Address, Address]
  const [leaving, entering] = [asMoved(from), asMoved(to)]
  if (leaving.toSorted().join() !== entering.toSorted().join()) throw otherTokens(from)
  const isSame = leaving[0] === entering[0]
  return {
    isRewrapped,
    isUnwrapped: from.protocol !== 'V4' && leaving.includes(zeroAddress),
    leaving,
    entering,
    inOtherOrder: (amounts) => (isSame ? amounts : { amount0: amounts.amount1, amount1: amounts.amount0 }),
    priceInOtherOrder: (price) => (isSame ? price : SqrtPrice.inverse(price)),
  }
}

function isSamePair(from: PoolTokens, to: PoolTokens): boolean {
  return [from.token0, from.token1].toSorted().join() === [to.token0, to.token1].toSorted().join()
}

function otherTokens({ token0, token1 }: PoolTokens): ApiError {
  return invalidField('existingPool', `has other tokens. Send a pool of ${token0} and ${token1}`)
}
