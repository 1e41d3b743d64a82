import type { Chain } from '#chain/Chain.ts'
import { BadAnswer } from './BadAnswer.ts'
import * as Bloom from './Bloom.ts'
import { compare, type Header, type Log } from './Log.ts'
import * as RangeSize from './RangeSize.ts'
import * as Source from './Source.ts'

const ATTEMPTS = 3

/**
 * Every log of these consecutive blocks. A block's logs are whole when they belong to its hash, are numbered without a
 * gap and make up exactly the filter in its header; logs missing from one answer must come from another, or from the
 * receipts.
 */
export async function proveLogs(
  chain: Chain,
  headers: readonly Header[],
  rangeSize: RangeSize.RangeSize,
): Promise<Log[]> {
  const parts: Log[][] = []
  for (let at = 0; at < headers.length; ) {
    const part = headers.slice(at, at + rangeSize.size)
    try {
      parts.push(await provePart(chain, part))
      at += part.length
    } catch (error) {
      if (!Source.isTooMuch(error) || !RangeSize.halve(rangeSize)) throw error
    }
  }
  return parts.flat()
}

async function provePart(chain: Chain, headers: readonly Header[]): Promise<Log[]> {
  const proven: Log[][] = []
  const collected = new Map<string, Map<number, Log>>()
  let open = [...headers]
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt++) {
    collect(collected, await Source.logs(chain, [{ from: numberOf(open, 0), to: numberOf(open, -1) }]))
    open = open.filter((header) => !settle(header, collected, proven))
  }
  for (const header of open) proven.push(await fromReceipts(chain, header))
  return proven.flat().sort(compare)
}

async function fromReceipts(chain: Chain, header: Header): Promise<Log[]> {
  const logs = await Source.receiptLogs(chain, header)
  if (logs.every(({ blockHash }) => blockHash === header.hash) && Bloom.ofLogs(logs) === header.bloom) return logs
  throw new BadAnswer(`the receipts of block ${header.number} are not those of its header`)
}

function collect(collected: Map<string, Map<number, Log>>, logs: readonly Log[]): void {
  for (const log of logs) {
    const known = collected.get(log.blockHash) ?? new Map()
    collected.set(log.blockHash, known.set(log.logIndex, log))
  }
}

function settle(header: Header, collected: Map<string, Map<number, Log>>, proven: Log[][]): boolean {
  const logs = [...(collected.get(header.hash)?.values() ?? [])].sort((a, b) => a.logIndex - b.logIndex)
  if (!logs.every(({ logIndex }, index) => logIndex === index) || Bloom.ofLogs(logs) !== header.bloom) return false
  proven.push(logs)
  return true
}

function numberOf(headers: readonly Header[], index: number): number {
  return headers.at(index)?.number ?? 0
}
