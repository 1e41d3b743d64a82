import { RISKS } from '#liquidity/risks.ts'
import { NATIVE } from '#site/positionUrl.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { LpRequest } from '../../signing/liquidity/LpRequest.ts'

/** Percent on top of the ETH that is missing, for the fee and for trades before this one. The contract returns what is left. */
const MARGIN_PERCENT = 5n

type Filled = {
  token: string
  /** ETH that the curve still takes. */
  missing: bigint
  /** ETH to add to the new pool. */
  provided: bigint
  chainId: number
  wallet: string
  slippageBps: number
}

/** The buy that fills the curve, and a position over the full range of the pool that it opens, in one batch. */
export function fillRequest({ token, missing, provided, chainId, wallet, slippageBps }: Filled): LpRequest {
  const value = String(missing + (missing * MARGIN_PERCENT) / 100n)
  const deposit = {
    protocol: 'V4',
    existingPool: { token0Address: NATIVE, token1Address: token, poolReference: '$0.poolId' },
    independentToken: { tokenAddress: NATIVE, amount: String(provided) },
    tickBounds: { tickLower: Tick.MIN, tickUpper: Tick.MAX },
    // The review asks for each of these risks in words before the wallet opens.
    acceptRisks: RISKS,
  }
  const operations = [
    { operation: 'prepareLaunchTransaction', body: { action: 'buy', token, value, slippageBps } },
    { operation: 'lpCreate', body: deposit },
  ]
  return { path: 'batch', body: { walletAddress: wallet, chainId, operations } }
}
