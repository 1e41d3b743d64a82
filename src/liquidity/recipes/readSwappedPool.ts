import type { Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { v4Of } from '#liquidity/deployment.ts'
import { changesSwaps, DYNAMIC_FEE } from '#liquidity/hooks/Hooks.ts'
import { readDepth } from '#liquidity/pools/readDepth.ts'
import type { SwappedPool } from '#uniswap/exactIn.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { requirePlainHook } from './requirePlainHook.ts'

const MILLION = 1_000_000

type Pool = { readonly id: Hex; readonly key: PoolKey; readonly tick: number }

/** A v4 pool with the ticks around its price and the fee of one direction. */
export async function readSwappedPool(
  chain: Chain,
  { id, key, tick }: Pool,
  zeroForOne: boolean,
): Promise<SwappedPool> {
  const { stateView } = v4Of(chain.facts)
  const { tickSpacing } = key
  const depth = await readDepth(chain, { protocol: 'V4', id, stateView }, { tick, tickSpacing })
  const { lp = key.fee, ...protocolFees } = depth.fees ?? { zeroForOne: 0, oneForZero: 0 }
  const protocol = zeroForOne ? protocolFees.zeroForOne : protocolFees.oneForZero
  const fee = protocol + lp - Math.floor((protocol * lp) / MILLION)
  return { ...depth, tickSpacing, fee, protocolFee: protocol }
}

/** Refuses a pool whose hook can change the amounts of a swap or of a change of liquidity. */
export function requirePlainPool({ hooks, fee }: PoolKey, instead: string): void {
  requirePlainHook(hooks, instead)
  if (!changesSwaps(hooks) && fee !== DYNAMIC_FEE) return
  throw new ApiError(
    'failed_precondition',
    `The hook ${hooks} of this pool can change its fee or its swaps, so that a swap and a change of liquidity cannot be planned together. ${instead}`,
    { details: [{ type: 'HOOK_CHANGES_AMOUNTS', value: hooks }] },
  )
}
