import type { Hex } from 'viem'
import { BadAnswer } from './BadAnswer.ts'

/** One log; addresses in lower case. */
export type Log = {
  address: string
  topics: readonly string[]
  data: Hex
  block: number
  blockHash: string
  transactionHash: string
  logIndex: number
}

/** A block header: enough to link the block to its parent and to check its logs. */
export type Header = { number: number; hash: string; parentHash: string; timestamp: number; bloom: Hex }

/** Chain order. */
export function compare(a: Log, b: Log): number {
  return a.block - b.block || a.logIndex - b.logIndex
}

/** The logs of an answer, in chain order without repetitions. Throws if any item is not a log. */
export function readAll(raw: unknown): Log[] {
  if (!Array.isArray(raw)) throw new BadAnswer('logs are not a list')
  const logs = raw.map(read)
  logs.sort(compare)
  return logs.filter((log, index) => !isRepeated(log, logs[index - 1]))
}

export function readHeader(raw: unknown): Header {
  const { number, hash, parentHash, timestamp, logsBloom } = (raw ?? {}) as Record<string, unknown>
  if (!isHash(hash) || !isHash(parentHash)) throw new BadAnswer('a block has no hash')
  if (typeof logsBloom !== 'string' || logsBloom.length !== 514)
    throw new BadAnswer('a block has no filter of its logs')
  return { number: toNumber(number), hash, parentHash, timestamp: toNumber(timestamp), bloom: logsBloom as Hex }
}

function read(raw: unknown): Log {
  const { address, topics, data, ...rest } = (raw ?? {}) as Record<string, unknown>
  const { blockNumber, blockHash, transactionHash, logIndex, removed } = rest
  if (removed === true) throw new BadAnswer('a log of a replaced block')
  if (typeof address !== 'string' || address.length !== 42) throw new BadAnswer('a log has no address')
  if (!Array.isArray(topics) || !topics.every(isHash)) throw new BadAnswer('a log has no topics')
  if (typeof data !== 'string' || !data.startsWith('0x')) throw new BadAnswer('a log has no data')
  if (!isHash(blockHash) || !isHash(transactionHash)) throw new BadAnswer('a log has no block')
  return {
    address: address.toLowerCase(),
    topics,
    data: data as Hex,
    block: toNumber(blockNumber),
    blockHash,
    transactionHash,
    logIndex: toNumber(logIndex),
  }
}

function isRepeated(log: Log, previous: Log | undefined): boolean {
  if (previous?.block !== log.block || previous.logIndex !== log.logIndex) return false
  if (previous.blockHash === log.blockHash && previous.data === log.data) return true
  throw new BadAnswer(`block ${log.block} has two logs ${log.logIndex}`)
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && value.length === 66
}

function toNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new BadAnswer('a number of a log or block is missing')
  return number
}
