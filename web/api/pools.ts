import type { FoundPool, Protocol, TokenAmount, TokenInformation, Warning } from './liquidity.ts'
import { urlOf } from './request.ts'

/** A position as GET /api/liquidity/positions lists it. */
export type Position = {
  protocol: Protocol
  status: 'IN_RANGE' | 'OUT_OF_RANGE' | 'CLOSED' | 'CLOSED_WITH_FEES'
  tokenId?: string
  isPermissioned?: boolean
  poolReference: string
  token0: TokenInformation
  token1: TokenInformation
  fee: number
  tickSpacing?: number
  hookAddress?: string
  tickLower?: number
  tickUpper?: number
  currentTick?: number
  sqrtRatioX96?: string
  liquidity: string
  amounts: { token0: TokenAmount; token1: TokenAmount }
  uncollectedFees?: { token0: TokenAmount; token1: TokenAmount }
  warnings: Warning[]
}
export type PositionPage = {
  positions: Position[]
  nextCursor?: string
  incomplete: { protocol: Protocol; reason: string }[]
}

/** Where the reads of pools and positions are. */
export const poolPaths = {
  pools: (query: { chainId: number; reference?: string; tokenA?: string; tokenB?: string }) =>
    urlOf('/api/liquidity/pools', query),
  depth: ({ chainId, protocol, reference }: Pick<FoundPool, 'chainId' | 'protocol' | 'reference'>) =>
    urlOf('/api/liquidity/depth', { chainId, protocol, reference }),
  positions: (query: { owner: string; chainId: number; cursor?: string | undefined }) =>
    urlOf('/api/liquidity/positions', query),
}
