import type { Address, Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { isTimeout } from '#chain/failures.ts'
import * as JsonRpc from '#chain/JsonRpc.ts'
import { isLogRefusal } from '#liquidity/pools/isLogRefusal.ts'
import { type Span, Unreadable } from './Move.ts'

export type RawLog = {
  address: Address
  topics: [Hex, ...Hex[]]
  data: Hex
  blockNumber: Hex
  logIndex: Hex
  transactionHash: Hex
  removed?: boolean
}

type Filter = {
  address: Address
  topics: readonly (Hex | readonly Hex[] | null)[]
  /** Selects the logs to keep of each answer. Default: all */
  keep?: (log: RawLog) => boolean
}

/** The maximum of requests in one read; the next read continues a longer history, so that others get their turn. */
const REQUESTS_MAX = 100
/** The divisor of a range after a refusal, and after a timeout. */
const SPLIT = { refused: 4, late: 16 }
/** The maximum of late answers in one read; more in a row would take the node out of service for every caller. */
const LATE_MAX = 3

/** The widest range to request from each node after a timeout. A read that reaches its end doubles it. */
const widths = new WeakMap<Chain, number>()

/**
 * Logs from a block on, in the order of the chain, and the last block that they cover. A range that the node refuses, or
 * that takes it too long, is split; throws `Unreadable` if it refuses a single block.
 */
export async function readLogs(
  chain: Chain,
  filter: Filter,
  { from, to }: Span,
): Promise<{ logs: RawLog[]; to: number }> {
  const pages: RawLog[][] = []
  let next = from
  let late = 0
  let size = Math.min(to - from + 1, widths.get(chain) ?? Number.POSITIVE_INFINITY)
  for (let requests = 0; next <= to && requests < REQUESTS_MAX; requests++) {
    const span = { from: next, to: Math.min(to, next + size - 1) }
    const page = await readPage(chain, filter, { ...span, mayBeLate: late < LATE_MAX })
    if (Array.isArray(page)) {
      pages.push(page)
      next = span.to + 1
      continue
    }
    size = shorter(chain, span, page)
    if (page !== 'late') continue
    late += 1
    widths.set(chain, size)
  }
  if (next > to) widen(chain)
  return { logs: pages.flat().sort((a, b) => placeOf(a) - placeOf(b)), to: next - 1 }
}

function widen(chain: Chain): void {
  const width = widths.get(chain)
  if (width !== undefined) widths.set(chain, width * 2)
}

function shorter(chain: Chain, { from, to }: Span, why: keyof typeof SPLIT): number {
  if (from === to) throw new Unreadable(`The node of ${chain.facts.name} does not serve the logs of block ${from}.`)
  return Math.ceil((to - from + 1) / SPLIT[why])
}

/** The logs of a range, or why the node does not serve it. */
async function readPage(
  chain: Chain,
  { keep = () => true, ...filter }: Filter,
  { from, to, mayBeLate }: Span & { mayBeLate: boolean },
): Promise<RawLog[] | keyof typeof SPLIT> {
  const [fromBlock, toBlock] = [from, to].map((block) => JsonRpc.toQuantity(BigInt(block)))
  try {
    const logs = (await chain.request('eth_getLogs', [{ ...filter, fromBlock, toBlock }])) as RawLog[]
    return logs.filter((log) => log.removed !== true && keep(log))
  } catch (error) {
    if (isLogRefusal(error)) return 'refused'
    if (mayBeLate && isTimeout(error)) return 'late'
    throw error
  }
}

function placeOf({ blockNumber, logIndex }: RawLog): number {
  return Number(blockNumber) * 2 ** 20 + Number(logIndex)
}

/** The times of blocks, in seconds. */
export async function readTimes(chain: Chain, blocks: Iterable<number>): Promise<Map<number, number>> {
  const numbers = [...new Set(blocks)]
  if (numbers.length === 0) return new Map()
  const requests = numbers.map((number) => ({
    method: 'eth_getBlockByNumber',
    params: [JsonRpc.toQuantity(BigInt(number)), false],
  }))
  const headers = (await chain.batch(requests)) as ({ timestamp: Hex } | null)[]
  return new Map(numbers.map((number, index) => [number, Number(headers[index]?.timestamp ?? 0)]))
}
