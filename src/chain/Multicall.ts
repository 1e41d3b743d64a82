import { type Address, type Hex, toFunctionSelector } from 'viem'
import * as CallList from './CallList.ts'

export type Call = { to: Address; data: Hex }
export type Result = { ok: boolean; data: Hex }

const AGGREGATE3 = toFunctionSelector('function aggregate3((address,bool,bytes)[])')
const CHUNK_BYTES = 64 * 1024

/** Splits calls into parts of at most 64 KiB of calldata; a longer call gets its own part. */
export function chunk(calls: readonly Call[]): Call[][] {
  const chunks: Call[][] = []
  let room = 0
  for (const call of calls) {
    const bytes = call.data.length / 2
    if (bytes > room || chunks.length === 0) {
      chunks.push([])
      room = CHUNK_BYTES
    }
    chunks.at(-1)?.push(call)
    room -= bytes
  }
  return chunks
}

/** Calldata of Multicall3's `aggregate3`, in which each call may fail without failing the others. */
export function encode(calls: readonly Call[]): Hex {
  return CallList.encode(
    AGGREGATE3,
    calls.map((call) => ({ ...call, word: 1n })),
  )
}

/** Decodes the results of `aggregate3`, one per call. */
export function decode(data: Hex, count: number): Result[] {
  return CallList.decode(data, count, 1).map(({ words, data: returned }) => ({ ok: words[0] === 1n, data: returned }))
}
