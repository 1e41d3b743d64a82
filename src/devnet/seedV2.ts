import { type Address, encodeFunctionData, maxUint256 } from 'viem'
import { v2RouterAbi } from './abis.ts'
import { OPERATOR, V2_ROUTER } from './addresses.ts'
import type { Call } from './Call.ts'
import type { Pool } from './Pool.ts'

/** The pair, with the operator's liquidity and a tenth of it for `holder`. */
export function createPool({ token0, token1, amount0, amount1 }: Pool, holder: Address): Call[] {
  const add = (share: bigint, to: Address) =>
    encodeFunctionData({
      abi: v2RouterAbi,
      functionName: 'addLiquidity',
      args: [token0, token1, amount0 / share, amount1 / share, 0n, 0n, to, maxUint256],
    })
  return [add(1n, OPERATOR), add(10n, holder)].map((data) => ({ to: V2_ROUTER, data }))
}

/** One swap of `amountIn` from the first token of `path` to the last, for the operator. */
export function swap(_: Pool, path: [Address, Address], amountIn: bigint): Call {
  const functionName = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  const args = [amountIn, 0n, path, OPERATOR, maxUint256] as const
  return { to: V2_ROUTER, data: encodeFunctionData({ abi: v2RouterAbi, functionName, args }) }
}
