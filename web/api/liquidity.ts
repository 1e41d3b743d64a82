import type { z } from 'zod'
import type * as batch from '#batch/wire.ts'
import type { TransactionRequest } from '#core/TransactionRequest.ts'
import type * as checkApproval from '#liquidity/endpoints/approval/checkApproval.ts'
import type * as claimFees from '#liquidity/endpoints/claim/claimFees.ts'
import type * as create from '#liquidity/endpoints/create/create.ts'
import type * as createClassic from '#liquidity/endpoints/createClassic.ts'
import type * as decrease from '#liquidity/endpoints/decrease/decrease.ts'
import type * as increase from '#liquidity/endpoints/increase/increase.ts'
import type * as depth from '#liquidity/endpoints/pools/depth.ts'
import type * as pools from '#liquidity/endpoints/pools/pools.ts'
import type * as positions from '#liquidity/endpoints/positions/positions.ts'
import type * as receipt from '#liquidity/endpoints/wallet/receipt.ts'
import type * as tokens from '#liquidity/endpoints/wallet/tokens.ts'
import type * as zapOut from '#liquidity/endpoints/zapOut/zapOut.ts'
import type * as recipes from '#liquidity/recipes/recipeAnswer.ts'
import type * as wire from '#liquidity/wire.ts'
import { dropPageKey, pageKey } from '../session/pageKey.ts'
import { RequestFailure, request, urlOf } from './request.ts'

export type Protocol = z.input<typeof wire.Protocol>
export type TokenAmount = z.input<typeof wire.TokenAmount>
export type TokenInformation = z.input<typeof wire.TokenInformation>
export type Warning = z.input<typeof wire.Warning>
export type PermitData = z.input<typeof wire.PermitData>
export type LpTransaction = z.input<typeof TransactionRequest>
export type LpApproval = Omit<z.input<typeof checkApproval.Response>, 'requestId'>
export type FoundPools = z.input<typeof pools.Response>
export type FoundPool = FoundPools['pools'][number]
export type PoolDepth = z.input<typeof depth.Response>
export type PositionPage = z.input<typeof positions.Response>
export type Position = PositionPage['positions'][number] & { chainId: number }
export type ChainTokens = z.input<typeof tokens.Response>
export type ChainReceipt = z.input<typeof receipt.Response>

type Outcome = z.input<z.ZodObject<typeof wire.outcome>>
type Answers = z.input<typeof create.Response> &
  z.input<typeof createClassic.Response> &
  z.input<typeof increase.Response> &
  z.input<typeof decrease.Response> &
  z.input<typeof claimFees.Response> &
  z.input<typeof recipes.RecipeResponse> &
  z.input<typeof zapOut.Response>
/** The answer of any path that builds a transaction; the transaction is named after the action. */
export type LpAnswer = Omit<Outcome, 'statement'> & Partial<Answers>

/** The URLs of the reads of pools and positions. */
export const poolPaths = {
  pools: (query: { chainId: number; reference?: string; tokenA?: string; tokenB?: string }) =>
    urlOf('/api/liquidity/pools', query),
  depth: ({ chainId, protocol, reference }: Pick<FoundPool, 'chainId' | 'protocol' | 'reference'>) =>
    urlOf('/api/liquidity/depth', { chainId, protocol, reference }),
  positions: (query: { owner: string; chainId: number; cursor?: string | undefined }) =>
    urlOf('/api/liquidity/positions', query),
}

export type LpBuild = 'create' | 'create_classic' | 'increase' | 'decrease' | 'claim_fees' | Recipe
/** Paths whose answer has its own approvals, and several transactions where one does not suffice. */
export type Recipe = 'compound' | 'rerange' | 'zap_in' | 'zap_out' | 'migrate' | 'batch'
export type BatchAnswer = z.input<typeof batch.Response>

/** The path that builds it; several operations have one of their own. */
export function buildPath(path: LpBuild | 'check_approval'): string {
  return path === 'batch' ? '/api/batch/prepare' : `/lp/${path}`
}

/** Calls a path of the liquidity API with the page's own key; the caller must be signed in. */
export async function lp<Answer>(
  path: LpBuild | 'check_approval',
  body: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Answer> {
  const call = async () =>
    request<Answer>(buildPath(path), {
      method: 'POST',
      body,
      headers: { 'x-api-key': await pageKey() },
      ...(signal && { signal }),
    })
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 401) throw error
    dropPageKey()
    return call()
  }
}
