import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { heldToken, named } from '#liquidity/deployment.ts'
import type { Quote } from '#liquidity/math/Price.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import { offerOf, requireSorted, type Sides, sidesOf } from '#liquidity/steps/sides.ts'
import { type Terms, termsOf } from '#liquidity/steps/terms.ts'
import type { CreateRequest } from './create.ts'

/** What a creation asks for, before anything is read. */
export type Wish = {
  readonly sides: Sides
  readonly offer: Offer
  /** In which token the prices are counted: the quoted one, or token1 where ticks were sent. */
  readonly quote: Quote
  readonly terms: Terms
}

/** Reads a creation's wish, or says what is wrong with it. */
export function wishOf({ facts }: Chain, request: CreateRequest, now: number): Wish {
  const { protocol, existingPool, newPool } = request
  const names = existingPool ?? newPool
  if (!names) throw new TypeError('The request names no pool.')
  const sides = sidesOf(facts, protocol, { ...request, ...names })
  if (newPool) requireSorted(sides, ', and initialPrice for that order')
  return {
    sides,
    offer: offerOf({ facts, protocol }, sides, request),
    quote: quoteOf(request, sides, (address) => heldToken(facts, protocol, address)),
    terms: termsOf(request, now, protocol === 'V4' && sides.native !== undefined),
  }
}

function quoteOf(
  { priceBounds }: CreateRequest,
  { token0, token1 }: Sides,
  held: (address: Address) => Address,
): Quote {
  if (!priceBounds) return 'token1'
  const quoted = held(priceBounds.quotedTokenAddress)
  if (quoted === token0) return 'token0'
  if (quoted === token1) return 'token1'
  throw new ApiError(
    'invalid_argument',
    `priceBounds.quotedTokenAddress must be one of the pool's tokens: ${token0} or ${token1}.`,
    { details: [{ type: 'field', value: 'priceBounds.quotedTokenAddress' }] },
  )
}

/** Refuses to create a pool that is there already. */
export function alreadyThere(reference: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `This pool exists already. Send existingPool with poolReference ${reference}.`,
    { details: [{ type: 'poolReference', value: reference }] },
  )
}

/** Refuses a reference that leads to no pool. */
export function noSuchPool({ protocol }: CreateRequest, reference: string, { facts }: Chain): ApiError {
  return new ApiError(
    'not_found',
    `There is no ${protocol} pool ${reference} on ${named(facts)}. Check tokens, reference and chain, or send newPool to initialise one.`,
    { details: [{ type: 'poolReference', value: reference }] },
  )
}
