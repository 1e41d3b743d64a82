import { z } from 'zod'
import { optional } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#liquidity/Context.ts'
import { refuse } from '#liquidity/fields.ts'
import { ChainQuery, PoolReferenceQuery } from '#liquidity/query.ts'
import { Protocol, TokenAmount, TokenInformation, Warning } from '#liquidity/wire.ts'
import { type NamedPool, searchByReference, searchByTokens } from './searchPools.ts'

const Request = z
  .object({
    chainId: ChainQuery,
    reference: PoolReferenceQuery.optional(),
    tokenA: Address.optional(),
    tokenB: Address.optional(),
  })
  .superRefine(({ reference, tokenA, tokenB }, context) => {
    if (reference !== undefined && (tokenA ?? tokenB) !== undefined)
      refuse(context, 'reference', 'must be sent alone, without tokenA and tokenB')
    if (reference !== undefined) return
    if (tokenA === undefined) refuse(context, 'tokenA', 'is required unless reference is sent')
    if (tokenB === undefined) refuse(context, 'tokenB', 'is required unless reference is sent')
    if (tokenA !== undefined && tokenA === tokenB) refuse(context, 'tokenB', 'must differ from tokenA')
  })

const Pool = z
  .object({
    protocol: Protocol,
    reference: z.string(),
    chainId: z.number(),
    token0: TokenInformation,
    token1: TokenInformation,
    fee: z.number().meta({ description: 'Hundredths of a basis point; 8388608 if a hook sets it.' }),
    tickSpacing: z.number().optional(),
    hookAddress: z.string().optional(),
    liquidity: z.string(),
    sqrtRatioX96: z.string(),
    currentTick: z.number(),
    amounts: z
      .object({ token0: TokenAmount, token1: TokenAmount })
      .optional()
      .meta({ description: 'The balances of the pool. V4 pools share one vault, so they have none.' }),
    warnings: z.array(Warning),
  })
  .meta({ id: 'FoundPool' })

export const Response = z.object({
  requestId: z.string(),
  chainId: z.number(),
  tokens: z.array(TokenInformation),
  pools: z.array(Pool).meta({ description: 'Most liquidity first. Empty without a pool.' }),
  incomplete: z
    .array(z.object({ protocol: Protocol, reason: z.string() }))
    .meta({ description: 'Protocols whose pools can be missing, with the reason.' }),
})

export function pools({ chains }: Context): Operation {
  return define({
    name: 'liquidityPools',
    method: 'GET',
    path: '/api/liquidity/pools',
    tag: 'liquidity',
    summary: 'Find the v2, v3 and v4 pools of two tokens, or one by its address or id.',
    access: optional,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ chainId, reference, tokenA, tokenB }, { requestId }) {
      const chain = chains.get(chainId)
      const search =
        tokenA !== undefined && tokenB !== undefined
          ? searchByTokens(chain, [tokenA, tokenB])
          : searchByReference(chain, reference ?? '')
      const { tokens, pools: found, incomplete } = await search
      return { requestId, chainId, tokens: [...tokens], pools: found.map(toWire), incomplete: [...incomplete] }
    },
  })
}

function toWire(pool: NamedPool): z.output<typeof Pool> {
  const { token0, token1, tokenAmountA, tokenAmountB, hookAddress } = pool
  return {
    protocol: pool.poolProtocol,
    reference: pool.poolReferenceIdentifier,
    chainId: pool.chainId,
    token0,
    token1,
    fee: pool.fee,
    ...(pool.tickSpacing !== 0 && { tickSpacing: pool.tickSpacing }),
    ...(hookAddress !== undefined && { hookAddress }),
    liquidity: pool.poolLiquidity,
    sqrtRatioX96: pool.sqrtRatioX96,
    currentTick: pool.currentTick,
    ...(tokenAmountA !== undefined &&
      tokenAmountB !== undefined && {
        amounts: {
          token0: { tokenAddress: token0.address, amount: tokenAmountA },
          token1: { tokenAddress: token1.address, amount: tokenAmountB },
        },
      }),
    warnings: [...pool.warnings],
  }
}
