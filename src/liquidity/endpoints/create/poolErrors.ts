import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { named, type Protocol } from '#liquidity/deployment.ts'

export function alreadyThere(reference: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `This pool already exists. Send existingPool with poolReference ${reference}.`,
    { details: [{ type: 'poolReference', value: reference }] },
  )
}

export function noSuchPool(protocol: Protocol, reference: string, { facts }: Chain): ApiError {
  return new ApiError(
    'not_found',
    `There is no ${protocol} pool ${reference} on ${named(facts)}. Check tokens, reference and chain, or send newPool to initialise one.`,
    { details: [{ type: 'poolReference', value: reference }] },
  )
}
