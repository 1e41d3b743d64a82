import { RISKS } from '#liquidity/risks.ts'
import type { Position } from '../../api/liquidity.ts'
import type { LpRequest } from '../../signing/liquidity/LpRequest.ts'

/** As many as one request may name. */
const OPERATIONS_MAX = 6
const CLAIMS_MAX = 60

/** In range and with fees of both tokens: liquidity takes both. */
export function canCompound({ status, uncollectedFees }: Position): boolean {
  const fees = [uncollectedFees?.token0, uncollectedFees?.token1]
  return status === 'IN_RANGE' && fees.every((fee) => fee !== undefined && fee.amount !== '0')
}

type Collected = { positions: readonly Position[]; chainId: number; wallet: string }

/** One claim of many positions, and a compound of each that is chosen, in one batch. */
export function collectRequest({ positions, chainId, wallet }: Collected, isCompounding: boolean): LpRequest {
  const compounded = isCompounding ? positions.filter(canCompound).slice(0, OPERATIONS_MAX - 1) : []
  const claimed = positions.filter((position) => !compounded.includes(position)).slice(0, CLAIMS_MAX)
  const nameOf = ({ protocol, tokenId }: Position) => ({ protocol, tokenId })
  const claim = { operation: 'lpClaimMany', body: { positions: claimed.map(nameOf), collectAsWeth: false } }
  const operations = [
    ...(claimed.length > 0 ? [claim] : []),
    // The review asks for each of these risks in words before the wallet opens.
    ...compounded.map((position) => ({
      operation: 'lpCompound',
      body: { ...nameOf(position), collectAsWeth: false, acceptRisks: RISKS },
    })),
  ]
  return { path: 'batch', body: { walletAddress: wallet, chainId, operations } }
}
