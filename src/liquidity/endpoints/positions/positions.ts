import type { Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { optional } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#liquidity/Context.ts'
import { ChainQuery } from '#liquidity/query.ts'
import { Protocol, TokenAmount, TokenInformation, Warning } from '#liquidity/wire.ts'
import * as Cursor from './PositionCursor.ts'
import { type OwnedPosition, readOwned } from './readOwned.ts'

const LIMIT_MAX = 25

const Request = z.object({
  owner: Address,
  chainId: ChainQuery,
  limit: pageLimit({ max: LIMIT_MAX, fallback: LIMIT_MAX }),
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page.' }),
})

const Position = z.object({
  protocol: Protocol,
  status: z.enum(['IN_RANGE', 'OUT_OF_RANGE', 'CLOSED', 'CLOSED_WITH_FEES']),
  tokenId: z.string().optional(),
  isPermissioned: z.boolean().optional(),
  poolReference: z.string(),
  token0: TokenInformation,
  token1: TokenInformation,
  fee: z.number(),
  tickSpacing: z.number().optional(),
  hookAddress: z.string().optional(),
  tickLower: z.number().optional(),
  tickUpper: z.number().optional(),
  currentTick: z.number().optional(),
  sqrtRatioX96: z.string().optional(),
  liquidity: z.string(),
  amounts: z.object({ token0: TokenAmount, token1: TokenAmount }),
  uncollectedFees: z.object({ token0: TokenAmount, token1: TokenAmount }).optional(),
  warnings: z.array(Warning).meta({ description: 'Risks of its pool or tokens; usually empty.' }),
})

export const Response = z.object({
  requestId: z.string(),
  owner: z.string(),
  chainId: z.number(),
  positions: z.array(Position),
  nextCursor: z.string().optional().meta({
    description:
      'Send it as cursor to get the next page. Present while more pages can follow, even after an empty page.',
  }),
  incomplete: z
    .array(z.object({ protocol: Protocol, reason: z.string() }))
    .meta({ description: 'Protocols whose positions can be missing, with the reason.' }),
})

export function positions({ chains }: Context): Operation {
  return define({
    name: 'liquidityPositions',
    method: 'GET',
    path: '/api/liquidity/positions',
    tag: 'liquidity',
    summary: 'List the v2, v3 and v4 positions of a wallet with amounts and uncollected fees.',
    access: optional,
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    async handle({ owner, chainId, limit, cursor }, { requestId }) {
      const chain = chains.get(chainId)
      const { found, next, incomplete } = await readOwned(chain, owner, { from: Cursor.decode(cursor), limit })
      return {
        requestId,
        owner,
        chainId,
        positions: found.map(toWire),
        ...(next && { nextCursor: Cursor.encode(next) }),
        incomplete,
      }
    },
  })
}

function toWire({ token0, token1, amounts, fees, ...rest }: OwnedPosition): z.output<typeof Position> {
  const pair = (values: { amount0: bigint; amount1: bigint }) => ({
    token0: toAmount(token0.address, values.amount0),
    token1: toAmount(token1.address, values.amount1),
  })
  return { ...rest, token0, token1, amounts: pair(amounts), ...(fees && { uncollectedFees: pair(fees) }) }
}

function toAmount(tokenAddress: ViemAddress, amount: bigint) {
  return { tokenAddress, amount: amount.toString() }
}
