import type { Chain } from '#chain/Chain.ts'
import { isRangeLimit, isTimeout } from '#chain/failures.ts'
import { BadAnswer } from './BadAnswer.ts'
import { type Header, type Log, readAll, readHeader } from './Log.ts'

export type Filter = {
  from: number
  to: number
  addresses?: readonly string[]
  topics?: readonly (string | readonly string[] | null)[]
}

const HEADERS_PER_BATCH = 200
const ATTEMPTS = 3

/** The newest block. */
export async function head(chain: Chain): Promise<Header> {
  return readHeader(await chain.request('eth_getBlockByNumber', ['latest', false]))
}

/** The blocks of these numbers; undefined if the node has none. */
export async function headers(chain: Chain, numbers: readonly number[]): Promise<(Header | undefined)[]> {
  const found: (Header | undefined)[] = []
  for (let at = 0; at < numbers.length; at += HEADERS_PER_BATCH) {
    const part = numbers.slice(at, at + HEADERS_PER_BATCH)
    const answers = await chain.batch(part.map(headerRequest))
    found.push(...answers.map((answer, index) => toHeader(answer, part[index])))
  }
  return found
}

/** Like `headers`, but every block must exist; those that one answer lacks are requested again. */
export async function existingHeaders(chain: Chain, numbers: readonly number[]): Promise<Header[]> {
  const found = new Map<number, Header>()
  for (let attempt = 0, open = [...numbers]; open.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new BadAnswer(`block ${open[0]} is not known to the node`)
    for (const header of await headers(chain, open)) if (header) found.set(header.number, header)
    open = open.filter((number) => !found.has(number))
  }
  return numbers.flatMap((number) => found.get(number) ?? [])
}

/** The logs of several queries, asked in one round trip. */
export async function logs(chain: Chain, filters: readonly Filter[]): Promise<Log[]> {
  const answers = await chain.batch(filters.map(logRequest))
  return answers.flatMap((answer, index) => within(readAll(answer), filters[index]))
}

/** The logs of one block, put together from the receipts of its transactions. */
export async function receiptLogs(chain: Chain, { hash, number }: Header): Promise<Log[]> {
  const block = (await chain.request('eth_getBlockByHash', [hash, false])) as { transactions?: unknown } | null
  if (!Array.isArray(block?.transactions)) throw new BadAnswer(`block ${number} is not known to the node`)
  const requests = block.transactions.map((transaction) => ({
    method: 'eth_getTransactionReceipt',
    params: [transaction],
  }))
  const receipts = await chain.batch(requests)
  return readAll(receipts.flatMap((receipt) => (receipt as { logs?: unknown[] } | null)?.logs ?? []))
}

/** Whether the query was too large (node limit, size or time), so that a smaller one may succeed. */
export function isTooMuch(error: unknown): boolean {
  return isRangeLimit(error) || isTimeout(error)
}

function headerRequest(number: number) {
  return { method: 'eth_getBlockByNumber', params: [toHex(number), false] }
}

function logRequest({ from, to, addresses, topics }: Filter) {
  const filter = {
    fromBlock: toHex(from),
    toBlock: toHex(to),
    ...(addresses && { address: addresses }),
    ...(topics && { topics }),
  }
  return { method: 'eth_getLogs', params: [filter] }
}

function toHeader(answer: unknown, number: number | undefined): Header | undefined {
  if (answer === null) return undefined
  const header = readHeader(answer)
  if (header.number !== number) throw new BadAnswer(`the node returned block ${header.number} instead of ${number}`)
  return header
}

/** A log from outside the requested range makes the whole answer a `BadAnswer`. */
function within(found: Log[], filter: Filter | undefined): Log[] {
  const stray = found.find(({ block }) => !filter || block < filter.from || block > filter.to)
  if (stray) throw new BadAnswer(`the node returned a log of block ${stray.block}, which was not requested`)
  return found
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`
}
