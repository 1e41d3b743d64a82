import type { Address as ViemAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from './Context.ts'
import { type OnChain, readCurve } from './readCurve.ts'

/** A launch that still trades on its curve. */
export async function readTradingCurve(context: Context, address: ViemAddress): Promise<OnChain> {
  const curve = await readCurve(context, address)
  if (!curve.isGraduated) return curve
  throw new ApiError(
    'failed_precondition',
    `${address} has graduated: trade it in its Uniswap v4 pool ${curve.poolId}, whose key is in GET /api/launchpad/token.`,
    { details: [{ type: 'poolId', value: curve.poolId }] },
  )
}
