import { dropPageKey, pageKey } from '../session/pageKey.ts'
import { RequestFailure, request } from './request.ts'

export type Protocol = 'V2' | 'V3' | 'V4'
export type TokenAmount = { tokenAddress: string; amount: string }
export type Warning = { code: string; message: string }
export type LpTransaction = {
  to: string
  from: string
  data: string
  value: string
  chainId: number
  gasLimit?: string
}
export type Limits = {
  pay: { tokenAddress: string; atMost: string }[]
  receive: { tokenAddress: string; atLeast: string; enforced: boolean }[]
  price?: { quotedTokenAddress: string; atLeast?: string; atMost?: string }
}

/** The common answer of all paths that build a transaction; the transaction is named after the action. */
export type LpAnswer = {
  create?: LpTransaction
  increase?: LpTransaction
  decrease?: LpTransaction
  claim?: LpTransaction
  token0?: TokenAmount
  token1?: TokenAmount
  independentToken?: TokenAmount
  dependentToken?: TokenAmount
  adjustedMinPrice?: string
  adjustedMaxPrice?: string
  tickLower?: number
  tickUpper?: number
  uncollectedFees?: { token0: TokenAmount; token1: TokenAmount }
  slippage?: number
  gasFee?: string
  simulation?: { ok: boolean; code?: string; message?: string }
  limits: Limits
  warnings: Warning[]
  summary: string
  blockNumber: string
  expiresAt: string
}

export type PermitData = {
  domain: { name: string; chainId: string; verifyingContract: string }
  types: Record<string, { fields: { name: string; type: string }[] }>
  values: {
    details: { token: string; amount: string; expiration: string; nonce: string }[]
    spender: string
    sigDeadline: string
  }
}
export type LpApproval = {
  transactions: { transaction: LpTransaction; cancelApproval: boolean; gasFee?: string }[]
  v4BatchPermitData?: PermitData
  kycRequiredWarnings: { kycUrl: string; tokenAddress: string; chainId: number }[]
}

export type TokenInformation = { address: string; symbol: string; decimals: number }

/** A pool as GET /api/liquidity/pools finds it. */
export type FoundPool = {
  protocol: Protocol
  reference: string
  chainId: number
  token0: TokenInformation
  token1: TokenInformation
  fee: number
  tickSpacing?: number
  hookAddress?: string
  liquidity: string
  sqrtRatioX96: string
  currentTick: number
  amounts?: { token0: TokenAmount; token1: TokenAmount }
  warnings: Warning[]
}
export type FoundPools = {
  tokens: TokenInformation[]
  pools: FoundPool[]
  incomplete: { protocol: Protocol; reason: string }[]
}
/** The answer of GET /api/liquidity/depth. */
export type PoolDepth = {
  currentTick: number
  sqrtRatioX96: string
  liquidity: string
  segments: { tickLower: number; tickUpper: number; liquidity: string }[]
}

export type LpBuild = 'create' | 'create_classic' | 'increase' | 'decrease' | 'claim_fees'

/** Calls a path of the liquidity API with the page's own key; the caller must be signed in. */
export async function lp<Answer>(
  path: LpBuild | 'check_approval',
  body: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Answer> {
  const call = async () =>
    request<Answer>(`/lp/${path}`, {
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
