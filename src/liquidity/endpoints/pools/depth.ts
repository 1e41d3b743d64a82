import type { Address, Hex } from 'viem'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { optional } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import type { Context } from '#liquidity/Context.ts'
import { named, v4Of } from '#liquidity/deployment.ts'
import { type PoolDepth, readDepth } from '#liquidity/pools/readDepth.ts'
import { ChainQuery, PoolReferenceQuery } from '#liquidity/query.ts'
import { Protocol } from '#liquidity/wire.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'
import { type PoolInformation, readPools } from './findPools.ts'

const Request = z.object({ chainId: ChainQuery, protocol: Protocol, reference: PoolReferenceQuery })

const Segment = z.object({ tickLower: z.number(), tickUpper: z.number(), liquidity: z.string() })

export const Response = z.object({
  requestId: z.string(),
  chainId: z.number(),
  protocol: Protocol,
  reference: z.string(),
  tickSpacing: z.number().optional(),
  currentTick: z.number(),
  sqrtRatioX96: z.string(),
  liquidity: z.string().meta({ description: 'At the current tick.' }),
  segments: z.array(Segment).meta({
    description:
      'Adjacent ranges of constant liquidity around the current tick, lowest first. They span about a third to three times the current price, less if more than 400 ticks are initialised. A V2 pair has one range over all prices.',
  }),
})

export function depth({ chains }: Context): Operation {
  return define({
    name: 'liquidityDepth',
    method: 'GET',
    path: '/api/liquidity/depth',
    tag: 'liquidity',
    summary: 'Read the liquidity of a pool at the prices around the current one.',
    access: optional,
    limit: 'read',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ chainId, protocol, reference }, { requestId }) {
      const chain = chains.get(chainId)
      const pool = await findPool(chain, protocol, reference)
      const { sqrtRatioX96, currentTick, liquidity, segments } = await depthOf(chain, pool)
      return {
        requestId,
        chainId,
        protocol,
        reference: pool.poolReferenceIdentifier,
        ...(pool.tickSpacing !== 0 && { tickSpacing: pool.tickSpacing }),
        currentTick,
        sqrtRatioX96: sqrtRatioX96.toString(),
        liquidity: liquidity.toString(),
        segments: segments.map((segment) => ({ ...segment, liquidity: segment.liquidity.toString() })),
      }
    },
  })
}

async function findPool(
  chain: Chain,
  protocol: PoolInformation['poolProtocol'],
  identifier: string,
): Promise<PoolInformation> {
  const [pool] = await readPools(chain, [{ protocol, chainId: chain.id, identifier }])
  if (pool) return pool
  throw new ApiError(
    'not_found',
    `There is no ${protocol} pool ${identifier} on ${named(chain.facts)}. Check protocol, reference and chain.`,
    { details: [{ type: 'reference', value: identifier }] },
  )
}

type Shown = Omit<PoolDepth, 'block'>

function depthOf(chain: Chain, pool: PoolInformation): Promise<Shown> | Shown {
  const { poolProtocol, poolReferenceIdentifier: reference, currentTick: tick, tickSpacing } = pool
  if (poolProtocol === 'V2') return everywhere(pool)
  if (poolProtocol === 'V3')
    return readDepth(chain, { protocol: 'V3', address: reference as Address }, { tick, tickSpacing })
  const { stateView } = v4Of(chain.facts)
  return readDepth(chain, { protocol: 'V4', id: reference as Hex, stateView }, { tick, tickSpacing })
}

/** A pair has the same liquidity at every price: the root of the product of its reserves. */
function everywhere({ sqrtRatioX96, currentTick, token0Reserves = '0', token1Reserves = '0' }: PoolInformation): Shown {
  const liquidity = SqrtPrice.root(BigInt(token0Reserves) * BigInt(token1Reserves))
  const segments = [{ tickLower: Tick.MIN, tickUpper: Tick.MAX, liquidity }]
  return { sqrtRatioX96: BigInt(sqrtRatioX96), currentTick, liquidity, segments }
}
