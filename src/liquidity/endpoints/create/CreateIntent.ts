import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { Arrival } from '#liquidity/deposits/Arrival.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import { type RequestedRange, requestedRange } from '#liquidity/request/Range.ts'
import { type Terms, termsOf } from '#liquidity/request/Terms.ts'
import { offerOf, requireSorted, type TokenPair, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import type { CreateRequest } from './request.ts'

/** A parsed creation that passed every check that does not need the chain. */
export type CreateIntent = {
  readonly wallet: Address
  readonly tokenPair: TokenPair
  readonly offer: Offer
  readonly range: RequestedRange
  readonly terms: Terms
  /** Of a new pool, as the request states it. */
  readonly tickSpacing: number | undefined
  /** The native balance that the request states. */
  readonly stated: bigint | undefined
}

/** The time, and the changes of an earlier transaction of the same answer. */
export type Moment = { readonly now: number; readonly arrival?: Arrival | undefined }

/** Parses the common part of v3 and v4 creations; throws if it is invalid. */
export function createIntentOf({ facts }: Chain, request: CreateRequest, now: number): CreateIntent {
  const { protocol, existingPool, newPool, independentToken, dependentToken, priceBounds } = request
  const pool = existingPool ?? newPool
  if (!pool) throw new TypeError('The request names no pool.')
  const { token0Address, token1Address } = pool
  const tokenPair = tokenPairOf(facts, protocol, { token0Address, token1Address, independentToken, dependentToken })
  if (newPool) requireSorted(tokenPair, ', and initialPrice for that order')
  const quoted = priceBounds && heldToken(facts, protocol, priceBounds.quotedTokenAddress)
  const range = requestedRange(request, tokenPair, quoted)
  return {
    wallet: request.walletAddress,
    tokenPair,
    offer: offerOf({ facts, protocol }, tokenPair, request),
    range,
    tickSpacing: newPool?.tickSpacing,
    terms: termsOf(request, now, protocol === 'V4' && tokenPair.native !== undefined),
    stated: request.nativeTokenBalance,
  }
}
