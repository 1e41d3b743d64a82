import type { Address, Hex } from 'viem'
import type { ChainFacts } from './ChainFacts.ts'
import { CallReverted } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'

const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F'
const GET_L1_FEE = '0x49948e0e'
const NODE_INTERFACE = '0x00000000000000000000000000000000000000C8'
const GAS_ESTIMATE_L1_COMPONENT = '0x77d488a2'
/** Bytes of a transaction beside its calldata and signature, none of them compressible. */
const ENVELOPE = 'a5'.repeat(64)

/** One request per transaction where its data costs extra, none elsewhere. */
export function requests(facts: ChainFacts, calls: readonly { to: Address; data: Hex }[]): JsonRpc.Request[] {
  if (facts.dataFee === 'none') return []
  return calls.map((call) => ({
    method: 'eth_call',
    params: [facts.dataFee === 'opstack' ? oracleCall(call.data) : nodeCall(call), 'latest'],
  }))
}

/** The extra cost: wei on the OP Stack, gas on Arbitrum; nothing where nobody answers, as on a development chain. */
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
  return { to: GAS_PRICE_ORACLE, data: `${GET_L1_FEE}${word(32)}${bytes(`${ENVELOPE}${data.slice(2)}`)}` }
}

function nodeCall({ to, data }: { to: Address; data: Hex }): { to: Address; data: Hex } {
  const target = to.slice(2).toLowerCase().padStart(64, '0')
  return {
    to: NODE_INTERFACE,
    data: `${GAS_ESTIMATE_L1_COMPONENT}${target}${word(0)}${word(96)}${bytes(data.slice(2))}`,
  }
}

function bytes(digits: string): string {
  return `${word(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}
