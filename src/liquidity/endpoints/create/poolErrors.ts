import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { named } from '#liquidity/deployment.ts'
import type { CreateRequest } from './request.ts'

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
