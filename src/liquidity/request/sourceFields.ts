import type { Address as AddressText } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import { maybe, refuse } from '#liquidity/fields.ts'
import { PositionId, Protocol } from '#liquidity/wire.ts'

const PERCENT = 'must be a whole number from 1 to 100'

/** The liquidity that a request takes out: of a position, or of a v2 pair. */
export const sourceFields = {
  protocol: Protocol,
  tokenId: maybe(PositionId).meta({ description: 'Required for V3 and V4.' }),
  token0Address: maybe(Address).meta({ description: 'Of the pair. Required for V2.' }),
  token1Address: maybe(Address).meta({ description: 'Of the pair. Required for V2.' }),
  liquidityPercentageToDecrease: maybe(z.int(PERCENT).min(1, PERCENT).max(100, PERCENT)).meta({
    description: 'Percentage of the liquidity to remove. At any percentage, all fees are collected. Default: 100.',
  }),
}

type Source = {
  readonly protocol: 'V2' | 'V3' | 'V4'
  readonly tokenId?: bigint | undefined
  readonly token0Address?: AddressText | undefined
  readonly token1Address?: AddressText | undefined
}

/** Refuses a request that does not identify its liquidity. */
export function requireSource(request: Source, context: z.RefinementCtx): void {
  const required = request.protocol === 'V2' ? (['token0Address', 'token1Address'] as const) : (['tokenId'] as const)
  for (const field of required) {
    if (request[field] !== undefined) continue
    refuse(context, field, `is required for ${request.protocol}`)
  }
}

export function requireTokenId({ tokenId, protocol }: Source): bigint {
  if (tokenId !== undefined) return tokenId
  throw invalidField('tokenId', `is required for ${protocol}`)
}

export function requireTokens({ token0Address, token1Address }: Source) {
  if (!token0Address || !token1Address) throw invalidField('token0Address', 'and token1Address are required for V2')
  return { token0Address, token1Address }
}
