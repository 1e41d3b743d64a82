import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Context } from '#launchpad/Context.ts'
import { poolIdOf } from '#launchpad/contract/poolIdOf.ts'

const stateViewAbi = parseAbi([
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
])

/** The square root price of a graduated token's pool; undefined if the chain has no known Uniswap deployment. */
export async function readPoolPrice(
  { chain, factory }: Pick<Context, 'chain' | 'factory'>,
  token: Address,
): Promise<bigint | undefined> {
  const { v4 } = chain.facts.uniswap
  if (!v4) return undefined
  const call = { abi: stateViewAbi, functionName: 'getSlot0', args: [poolIdOf(token, factory.address)] } as const
  const { results } = await chain.read([{ to: v4.stateView, data: encodeFunctionData(call) }])
  return results[0]?.ok ? decodeFunctionResult({ ...call, data: results[0].data })[0] : undefined
}
