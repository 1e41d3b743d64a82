import { type Address, concat, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { ChainFacts } from './ChainFacts.ts'
import { CallReverted } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'

const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F'
const NODE_INTERFACE = '0x00000000000000000000000000000000000000C8'
const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64, uint256, uint256)',
])
/** A placeholder for the rest of the transaction, which does not compress. */
const ENVELOPE: Hex = `0x${'a5'.repeat(64)}`

/** One request per transaction on chains that charge for data, none on others. */
export function requests(facts: ChainFacts, calls: readonly { to: Address; data: Hex }[]): JsonRpc.Request[] {
  if (facts.dataFee === 'none') return []
  return calls.map((call) => ({
    method: 'eth_call',
    params: [facts.dataFee === 'opstack' ? oracleCall(call.data) : nodeCall(call), 'latest'],
  }))
}

/** The charge for data: wei on the OP Stack, gas on Arbitrum; zero if the oracle does not exist, as on a devnet. */
export function read(facts: ChainFacts, answer: JsonRpc.Answer | undefined): { wei: bigint; gas: bigint } {
  const amount = answer ? firstWord(answer) : 0n
  return facts.dataFee === 'arbitrum' ? { wei: 0n, gas: amount } : { wei: amount, gas: 0n }
}

function firstWord(answer: JsonRpc.Answer): bigint {
  try {
    const data = JsonRpc.unwrapHex(answer)
    return data.length < 66 ? 0n : BigInt(data.slice(0, 66))
  } catch (error) {
    if (error instanceof CallReverted) return 0n
    throw error
  }
}

function oracleCall(data: Hex): { to: Address; data: Hex } {
  const args = [concat([ENVELOPE, data])] as const
  return { to: GAS_PRICE_ORACLE, data: encodeFunctionData({ abi, functionName: 'getL1Fee', args }) }
}

function nodeCall({ to, data }: { to: Address; data: Hex }): { to: Address; data: Hex } {
  const args = [to, false, data] as const
  return { to: NODE_INTERFACE, data: encodeFunctionData({ abi, functionName: 'gasEstimateL1Component', args }) }
}
