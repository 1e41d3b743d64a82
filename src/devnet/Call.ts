import type { EthereumProvider } from 'hardhat/types/providers'
import { type Address, type Hex, toHex } from 'viem'
import { OPERATOR } from './addresses.ts'

/** A transaction to send; the operator's unless `from` says otherwise. */
export type Call = { to: Address; data: Hex; value?: bigint; from?: Address }

// More than any of them needs: an estimate would be exact, and a clock that ticks in between can make a call dearer.
const GAS = toHex(12_000_000)

/** Sends the calls one after the other, each mined before the next; the first that reverts throws. */
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
