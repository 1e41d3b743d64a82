import { z } from 'zod'
import type { Chains } from '#chain/createChains.ts'
import { optional } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, ChainId } from '#core/wire.ts'
import type { Context } from '#liquidity/Context.ts'
import { examples } from '#liquidity/examples.ts'
import { body, exactlyOne, maybe, refuse } from '#liquidity/fields.ts'
import { Protocol } from '#liquidity/wire.ts'
import { type FoundPools, findPools, type PoolInformation, type Reference, readPools } from './findPools.ts'

const PAGE_SIZE_MAX = 100
const Identifier = z
  .string()
  .regex(/^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, 'must be a pool or pair address, or a V4 pool id')

const PoolParameters = z.object({
  tokenAddressA: Address,
  tokenAddressB: Address,
  fee: maybe(z.int().min(0).max(0xff_ff_ff)),
  tickSpacing: maybe(z.int().min(1).max(32_767)),
  hookAddress: maybe(Address),
})
const PoolReference = z
  .object({ protocol: maybe(Protocol), chainId: maybe(ChainId), referenceIdentifier: Identifier })
  .meta({ id: 'PoolReference' })

const Request = body({
  protocol: Protocol,
  poolParameters: maybe(PoolParameters),
  poolReferences: maybe(
    z.array(PoolReference).min(1, 'must name at least one pool').max(1000, 'must name at most 1000 pools'),
  ),
  chainId: maybe(ChainId),
  pageSize: maybe(z.int().min(1, 'must be at least 1').max(PAGE_SIZE_MAX, `must be at most ${PAGE_SIZE_MAX}`)).meta({
    description: 'Default: 20.',
  }),
  currentPage: maybe(z.int().min(1, 'must be at least 1').max(100_000)).meta({
    description: 'Starts at 1. Default: 1.',
  }),
})
  .superRefine((request, context) => {
    if (!request.poolParameters === !request.poolReferences) {
      refuse(context, 'poolParameters', 'must be sent, or poolReferences instead, but not both')
    }
    if (request.poolParameters && request.chainId === undefined)
      refuse(context, 'chainId', 'is required with poolParameters')
    if (request.chainId === undefined && request.poolReferences?.some(({ chainId }) => chainId === undefined)) {
      refuse(context, 'chainId', 'is required where a reference does not name its own')
    }
  })
  .meta(exactlyOne('poolParameters', 'poolReferences'))

const decimals = z.string().meta({ description: 'As the token reports it; 255 if it reports none.' })

const Information = z
  .object({
    poolReferenceIdentifier: z.string(),
    poolProtocol: Protocol,
    tokenAddressA: z.string(),
    tokenAddressB: z.string(),
    tickSpacing: z.number(),
    fee: z.number().meta({ description: 'Hundredths of a basis point; 8388608 if a hook sets it.' }),
    hookAddress: z.string().optional(),
    chainId: z.number(),
    tokenAmountA: z.string().optional(),
    tokenAmountB: z.string().optional(),
    tokenDecimalsA: decimals,
    tokenDecimalsB: decimals,
    poolLiquidity: z.string(),
    sqrtRatioX96: z.string(),
    currentTick: z.number(),
    token0Reserves: z.string().optional(),
    token1Reserves: z.string().optional(),
  })
  .meta({ id: 'PoolInformation' })

const Response = z.object({
  requestId: z.string(),
  pools: z.array(Information),
  pageSize: z.number(),
  currentPage: z.number(),
  incomplete: z.string().optional().meta({ description: 'V4: the reason why pools of these tokens can be missing.' }),
})

export type PoolInfoRequest = z.output<typeof Request>

export function poolInfo({ chains }: Context): Operation {
  return define({
    name: 'lpPoolInfo',
    method: 'POST',
    path: '/lp/pool_info',
    tag: 'liquidity',
    summary: 'Read the live state of v2, v3 and v4 pools.',
    access: optional,
    limit: 'read',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    examples: examples.poolInfo,
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      const { pageSize = 20, currentPage = 1 } = request
      const page = { start: (currentPage - 1) * pageSize, end: currentPage * pageSize }
      if (request.poolReferences) {
        return { requestId, pools: await byReference(chains, request, page), pageSize, currentPage }
      }
      const { pools, incomplete } = await byParameters(chains, request)
      const shown = pools.slice(page.start, page.end)
      return { requestId, pools: shown, pageSize, currentPage, ...(incomplete && { incomplete }) }
    },
  })
}

type Page = { readonly start: number; readonly end: number }

// Only the page's own references are read.
async function byReference(chains: Chains, request: PoolInfoRequest, { start, end }: Page): Promise<PoolInformation[]> {
  const references = (request.poolReferences ?? []).slice(start, end).map((reference) => ({
    protocol: reference.protocol ?? request.protocol,
    chainId: reference.chainId ?? request.chainId ?? 0,
    identifier: reference.referenceIdentifier,
  }))
  if (references.length === 0) return []
  const groups = Map.groupBy(references, ({ chainId, protocol }) => `${chainId} ${protocol}`)
  const read = [...groups.values()].map((group) => readPools(chains.get(group[0]?.chainId ?? 0), group))
  const found = (await Promise.all(read)).flat()
  if (found.length === 0) throw noPools(request)
  const position = ({ chainId, poolReferenceIdentifier }: PoolInformation) =>
    references.findIndex((reference) => isOf(reference, chainId, poolReferenceIdentifier))
  return found.sort((a, b) => position(a) - position(b))
}

async function byParameters(chains: Chains, request: PoolInfoRequest): Promise<FoundPools> {
  const { poolParameters, chainId, protocol } = request
  if (!poolParameters || chainId === undefined) return { pools: [] }
  const found = await findPools(chains.get(chainId), protocol, poolParameters)
  if (found.pools.length === 0) throw noPools(request)
  return found
}

function isOf({ chainId, identifier }: Reference, ownChain: number, own: string): boolean {
  return chainId === ownChain && identifier.toLowerCase() === own.toLowerCase()
}

function noPools({ protocol, chainId }: PoolInfoRequest): ApiError {
  const where = chainId === undefined ? 'on the chains named' : `on chain ${chainId}`
  return new ApiError('not_found', `There is no such ${protocol} pool ${where}. Check tokens, references and chain.`)
}
