import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, keccak256 } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Factory } from '#launchpad/contract/Factory.ts'
import { BadAnswer } from './BadAnswer.ts'
import type { Checkpoint } from './Checkpoint.ts'
import * as Source from './Source.ts'

/** Identifies the chain and contract that the tables were filled from. */
export type Identity = {
  chainId: number
  factory: string
  codeHash: string
  poolManager: string
  startBlock: number
  startHash: string
  /** The block before the contract's first. */
  base: Checkpoint
}

/** Reads the identity from the chain. Throws if there is no launchpad at the address. */
export async function identify(chain: Chain, factory: Factory): Promise<Identity> {
  const { startBlock, chainId } = factory
  const address = factory.address.toLowerCase() as Address
  const baseBlock = Math.max(0, startBlock - 1)
  const [base, start] = await Source.existingHeaders(chain, [baseBlock, startBlock])
  const code = (await chain.request('eth_getCode', [address, 'latest'])) as Hex
  if (!base || !start || code === '0x') throw new BadAnswer(`there is no launchpad at ${factory.address}`)
  const poolManager = await readPoolManager(chain, address)
  return {
    chainId,
    factory: address,
    codeHash: keccak256(code),
    poolManager,
    startBlock,
    startHash: start.hash,
    base: { block: base.number, hash: base.hash, time: base.timestamp },
  }
}

async function readPoolManager(chain: Chain, to: Address): Promise<string> {
  const call = { abi: launchpadAbi, functionName: 'poolManager' } as const
  const data = await chain.call({ to, data: encodeFunctionData(call) })
  return decodeFunctionResult({ ...call, data }).toLowerCase()
}
