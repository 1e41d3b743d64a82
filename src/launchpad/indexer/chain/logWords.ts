import { type AbiParameter, decodeAbiParameters } from 'viem'
import { BadAnswer } from './BadAnswer.ts'
import type { Log } from './Log.ts'

/** The first values of the data, which has this many strings. */
export function strings(log: Log, count: number): readonly string[] {
  return decoded(
    log,
    Array.from({ length: count }, () => ({ type: 'string' })),
  ) as string[]
}

/** The first values of the data, of these types. */
export function decoded(log: Log, types: readonly AbiParameter[]): readonly unknown[] {
  try {
    return decodeAbiParameters(types, log.data)
  } catch (cause) {
    throw new BadAnswer(`log ${log.logIndex} of block ${log.block} is cut off`, { cause })
  }
}

export function tick(log: Log, index: number): number {
  return Number(BigInt.asIntN(24, word(log, index)))
}

/** An indexed address. */
export function topic(log: Log, index: number): string {
  return `0x${log.topics[index]?.slice(26) ?? ''}`
}

/** An address in the data. */
export function address(log: Log, index: number): string {
  return `0x${wordText(log, index).slice(24)}`
}

export function word(log: Log, index: number): bigint {
  return BigInt(`0x${wordText(log, index)}`)
}

function wordText(log: Log, index: number): string {
  const text = log.data.slice(2 + index * 64, 66 + index * 64)
  if (text.length !== 64) throw new BadAnswer(`log ${log.logIndex} of block ${log.block} is cut off`)
  return text
}
