import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import { launchTokenAbi } from '#launchpad/contract/abi.ts'

const CALLS = {
  name: { abi: launchTokenAbi, functionName: 'name' },
  symbol: { abi: launchTokenAbi, functionName: 'symbol' },
  creator: { abi: launchTokenAbi, functionName: 'creator' },
} as const

/**
 * The name and symbol of a launch, for display; only for tokens of the launch contract, because foreign code may do
 * anything.
 */
export async function readNames(
  chain: Chain,
  token: Address,
): Promise<{ name: string; symbol: string; creator: string }> {
  const { results } = await chain.read(
    Object.values(CALLS).map((call) => ({ to: token, data: encodeFunctionData(call) })),
  )
  const [name = '0x', symbol = '0x', creator = '0x'] = results.map(({ data }) => data)
  return {
    name: UntrustedText.oneLine(decodeFunctionResult({ ...CALLS.name, data: name })),
    symbol: UntrustedText.oneLine(decodeFunctionResult({ ...CALLS.symbol, data: symbol })),
    creator: decodeFunctionResult({ ...CALLS.creator, data: creator }),
  }
}
