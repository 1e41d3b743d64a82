import type { EthereumProvider } from 'hardhat/types/providers'
import { type Address, type Hex, toHex } from 'viem'
import { OPERATOR } from './addresses.ts'

/** A transaction to send. `from` defaults to the operator. */
export type Call = { to: Address; data: Hex; value?: bigint; from?: Address }

// A fixed, generous limit: an estimate would be exact, and a later second can need more gas.
const GAS = toHex(12_000_000)

/** Sends the calls in order, each mined before the next; throws at the first revert. */
export async function sendAll(provider: EthereumProvider, calls: readonly Call[]): Promise<void> {
  for (const call of calls) await send(provider, call)
}

async function send(provider: EthereumProvider, { to, data, value = 0n, from = OPERATOR }: Call): Promise<void> {
  const transaction = { from, to, data, value: toHex(value), gas: GAS }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (receipt?.status !== '0x1')
    throw new Error(`The call ${data.slice(0, 10)} to ${to} reverted while the chain was set up.`)
}
