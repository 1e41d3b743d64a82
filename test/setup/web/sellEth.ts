import { type Address, encodeFunctionData, maxUint256, parseEther } from 'viem'
import { v3SwapRouterAbi } from '#devnet/abis.ts'
import { DUSD, V3_SWAP_ROUTER, WETH } from '#devnet/addresses.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { SiteUnderTest } from './openSite.ts'
import { send } from './seedLaunches.ts'

/** Somebody sells ETH for DUSD in their v3 pool, no further than to a tick: ETH gets cheaper. */
export async function sellEth({ rpc, accounts }: SiteUnderTest, ether: string, tick?: number): Promise<void> {
  const from = accounts[5] as Address
  const amountIn = parseEther(ether)
  const sqrtPriceLimitX96 = tick === undefined ? 0n : Tick.toSqrtRatio(tick)
  const limits = { deadline: maxUint256, amountOutMinimum: 0n, sqrtPriceLimitX96 }
  const params = { tokenIn: WETH, tokenOut: DUSD, fee: 500, recipient: from, amountIn, ...limits }
  const data = encodeFunctionData({ abi: v3SwapRouterAbi, functionName: 'exactInputSingle', args: [params] })
  await send(rpc, { from, to: V3_SWAP_ROUTER, data, value: amountIn })
}
