import type { Address } from 'viem'
import { MULTICALL3 } from '#devnet/addresses.ts'
import { loadMulticall3Code } from '#devnet/artifacts.ts'
import { createChain } from '#devnet/createChain.ts'
import type { Upstream } from './rpcLies.ts'

export type ChainNode = {
  upstream: Upstream
  accounts: Address[]
  /** Mines a block that moves `wei` from the first account to the second. */
  transfer(wei: bigint): Promise<void>
  mine(blocks: number): Promise<void>
}

/** A bare chain in this process with nothing on it but Multicall3, for what needs no pools. */
export async function startChainNode(): Promise<ChainNode> {
  const provider = await createChain()
  const upstream: Upstream = (method, params) => provider.request({ method, params })
  const code = await upstream('eth_call', [{ data: await loadMulticall3Code() }, 'latest'])
  await upstream('hardhat_setCode', [MULTICALL3, code])
  const accounts = (await upstream('eth_accounts', [])) as Address[]
  return {
    upstream,
    accounts,
    transfer: async (wei) => {
      const [from, to] = accounts
      await upstream('eth_sendTransaction', [{ from, to, value: `0x${wei.toString(16)}` }])
    },
    mine: async (blocks) => {
      await upstream('hardhat_mine', [`0x${blocks.toString(16)}`])
    },
  }
}
