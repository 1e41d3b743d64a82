import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import { type Terms, termsOf } from '#liquidity/request/Terms.ts'
import { offerOf, requireSorted, type TokenPair, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import type { Quote } from '#uniswap/Price.ts'
import type { CreateRequest } from './request.ts'

/** What a creation asks for, before anything is read. */
export type CreateIntent = {
  readonly tokenPair: TokenPair
  readonly offer: Offer
  /** In which token the prices are counted: the quoted one, or token1 where ticks were sent. */
  readonly quote: Quote
  readonly terms: Terms
}

/** Reads a creation's intent, or says what is wrong with it. */
export function createIntentOf({ facts }: Chain, request: CreateRequest, now: number): CreateIntent {
  const { protocol, existingPool, newPool, independentToken, dependentToken } = request
  const names = existingPool ?? newPool
  if (!names) throw new TypeError('The request names no pool.')
  const tokenPair = tokenPairOf(facts, protocol, {
    token0Address: names.token0Address,
    token1Address: names.token1Address,
    independentToken,
    dependentToken,
  })
  if (newPool) requireSorted(tokenPair, ', and initialPrice for that order')
  return {
    tokenPair,
    offer: offerOf({ facts, protocol }, tokenPair, request),
    quote: quoteOf(request, tokenPair, (address) => heldToken(facts, protocol, address)),
    terms: termsOf(request, now, protocol === 'V4' && tokenPair.native !== undefined),
  }
}

function quoteOf(
  { priceBounds }: CreateRequest,
  { token0, token1 }: TokenPair,
  held: (address: Address) => Address,
): Quote {
  if (!priceBounds) return 'token1'
  const quoted = held(priceBounds.quotedTokenAddress)
  if (quoted === token0) return 'token0'
  if (quoted === token1) return 'token1'
  throw invalidField('priceBounds.quotedTokenAddress', `must be one of the pool's tokens: ${token0} or ${token1}`)
}
