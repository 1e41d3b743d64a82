import { type Address, encodeFunctionData, maxUint256 } from 'viem'
import { v3PositionManagerAbi, v3SwapRouterAbi } from './abis.ts'
import { OPERATOR, V3_POSITION_MANAGER, V3_SWAP_ROUTER } from './addresses.ts'
import type { Call } from './Call.ts'
import * as Pool from './Pool.ts'

/** The pool at its price and, unless it stays empty, the operator's full range and a narrow position for `holder`. */
export function createPool(pool: Pool.Pool, holder: Address): Call[] {
  const { token0, token1, fee } = pool
  const args = [token0, token1, fee, Pool.sqrtPriceX96(pool)] as const
  const data = encodeFunctionData({
    abi: v3PositionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args,
  })
  const initialize = { to: V3_POSITION_MANAGER, data }
  if (pool.empty) return [initialize]
  return [
    initialize,
    mint(pool, { range: Pool.fullRange(pool), share: 1n, recipient: OPERATOR }),
    mint(pool, { range: Pool.narrowRange(pool), share: 10n, recipient: holder }),
  ]
}

type Position = { range: [number, number]; share: bigint; recipient: Address }

function mint({ token0, token1, fee, amount0, amount1 }: Pool.Pool, { range, share, recipient }: Position): Call {
  const [tickLower, tickUpper] = range
  const amounts = { amount0Desired: amount0 / share, amount1Desired: amount1 / share, amount0Min: 0n, amount1Min: 0n }
  const params = { token0, token1, fee, tickLower, tickUpper, ...amounts, recipient, deadline: maxUint256 }
  const data = encodeFunctionData({ abi: v3PositionManagerAbi, functionName: 'mint', args: [params] })
  return { to: V3_POSITION_MANAGER, data }
}

/** One swap of `amountIn` from the first token of `path` to the last, for the operator. */
export function swap({ fee }: Pool.Pool, [tokenIn, tokenOut]: [Address, Address], amountIn: bigint): Call {
  const limits = { deadline: maxUint256, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }
  const params = { tokenIn, tokenOut, fee, recipient: OPERATOR, amountIn, ...limits }
  const data = encodeFunctionData({ abi: v3SwapRouterAbi, functionName: 'exactInputSingle', args: [params] })
  return { to: V3_SWAP_ROUTER, data }
}
