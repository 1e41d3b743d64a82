import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseEther, parseUnits } from 'viem'
import { v3SwapRouterAbi } from '#devnet/abis.ts'
import { DUSD, V3_SWAP_ROUTER, WETH } from '#devnet/addresses.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { SiteUnderTest } from './openSite.ts'
import { send } from './seedLaunches.ts'

type Sale = {
  tokenIn: Address
  tokenOut: Address
  amountIn: bigint
  tick?: number | undefined
  value?: bigint
  fee?: number
}

async function trade({ rpc, accounts }: SiteUnderTest, sold: Sale): Promise<void> {
  const { tick, value = 0n, fee = 500, ...sale } = sold
  const from = accounts[5] as Address
  const sqrtPriceLimitX96 = tick === undefined ? 0n : Tick.toSqrtRatio(tick)
  const params = { ...sale, fee, recipient: from, deadline: maxUint256, amountOutMinimum: 0n, sqrtPriceLimitX96 }
  const data = encodeFunctionData({ abi: v3SwapRouterAbi, functionName: 'exactInputSingle', args: [params] })
  await send(rpc, { from, to: V3_SWAP_ROUTER, data, value })
}

/** Somebody sells ETH for DUSD in their v3 pool, no further than to a tick: ETH gets cheaper. */
export async function sellEth(site: SiteUnderTest, ether: string, tick?: number): Promise<void> {
  const amountIn = parseEther(ether)
  await trade(site, { tokenIn: WETH, tokenOut: DUSD, amountIn, tick, value: amountIn })
}

/** Somebody sells ETH and buys some of it back in two pools, so that positions in both earn both tokens. */
export async function tradeBothWays(site: SiteUnderTest): Promise<void> {
  for (const fee of [500, 3000]) {
    const sold = parseEther('2')
    await trade(site, { tokenIn: WETH, tokenOut: DUSD, amountIn: sold, value: sold, fee })
    const amountIn = parseUnits('3000', 6)
    const approve = { abi: erc20Abi, functionName: 'approve', args: [V3_SWAP_ROUTER, amountIn] } as const
    await send(site.rpc, { from: site.accounts[5] as Address, to: DUSD, data: encodeFunctionData(approve), value: 0n })
    await trade(site, { tokenIn: DUSD, tokenOut: WETH, amountIn, fee })
  }
}
