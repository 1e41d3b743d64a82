import type { EthereumProvider } from 'hardhat/types/providers'
import {
  type Abi,
  type Address,
  concat,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  type Log,
  parseEventLogs,
  toHex,
} from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { CREATE2_DEPLOYER, POOL_MANAGER } from '#devnet/addresses.ts'
import { createChain } from '#devnet/createChain.ts'
import { deploy } from '#devnet/deploy.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { mineSalt } from './mineSalt.ts'

type Event = ReturnType<typeof eventsIn>[number]
/** The gas and logs of a transaction, and the time of its block. */
export type Receipt = { gasUsed: bigint; events: Event[]; time: number }

type Mined = { gasUsed: Hex; logs: Log[]; status: Hex; blockNumber: Hex }
type Call = { from: Address; data: Hex; value?: bigint }

/** A launchpad of its own on a chain in this process, and the few ways in which tests and measurements speak to it. */
export type Pad = {
  address: Address
  provider: EthereumProvider
  /** Sends a transaction to the launchpad and waits for it; one that reverts throws. */
  send(call: Call): Promise<Receipt>
  /** The same, to any address. */
  transact(call: Call & { to: Address }): Promise<Receipt>
}

const GAS = toHex(16_000_000)

/** Deploys the given creation code next to the pool manager of a new development chain. */
export async function createPad(bytecode: Hex): Promise<Pad> {
  const provider = await createChain()
  await deploy(provider)
  // A treasury of its own gives the launchpad an address of its own.
  const initCode = encodeDeployData({ abi: launchpadAbi, bytecode, args: [POOL_MANAGER, ACCOUNTS[0]] })
  const { salt, address } = mineSalt(initCode)
  await transact(provider, { from: ACCOUNTS[0], to: CREATE2_DEPLOYER, data: concat([salt, initCode]) })
  return {
    address,
    provider,
    send: (call) => transact(provider, { ...call, to: address }),
    transact: (call) => transact(provider, call),
  }
}

/** The token that a transaction created. */
export function tokenIn(events: Event[]): Address {
  const created = events.find((event) => event.eventName === 'TokenCreated')
  if (!created) throw new Error('The transaction created no token.')
  return created.args.token
}

/** Deploys a contract by its creation code. */
export async function place(provider: EthereumProvider, bytecode: Hex): Promise<Address> {
  const params = [{ from: ACCOUNTS[0], data: bytecode, gas: GAS }]
  const hash = await provider.request({ method: 'eth_sendTransaction', params })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return (receipt as { contractAddress: Address }).contractAddress
}

/** Calls a function that changes nothing, of any contract. */
export async function read(provider: EthereumProvider, to: Address, call: { abi: Abi; name: string; args: unknown[] }) {
  const { abi, name: functionName, args } = call
  const data = encodeFunctionData({ abi, functionName, args })
  const result = await provider.request({ method: 'eth_call', params: [{ to, data, gas: '0x7fffffffffff' }, 'latest'] })
  return decodeFunctionResult({ abi, functionName, data: result as Hex })
}

async function transact(provider: EthereumProvider, { value = 0n, ...call }: Call & { to: Address }): Promise<Receipt> {
  const params = [{ ...call, value: toHex(value), gas: GAS }]
  const hash = await provider.request({ method: 'eth_sendTransaction', params })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  const { gasUsed, logs, status, blockNumber } = receipt as Mined
  if (status !== '0x1') throw new Error(`The transaction ${hash} reverted.`)
  const block = await provider.request({ method: 'eth_getBlockByNumber', params: [blockNumber, false] })
  return { gasUsed: BigInt(gasUsed), events: eventsIn(logs), time: Number((block as { timestamp: Hex }).timestamp) }
}

function eventsIn(logs: Log[]) {
  return parseEventLogs({ abi: launchpadAbi, logs })
}
