import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters } from 'viem'
import { POOL_MANAGER } from '#devnet/addresses.ts'
import { FACTORY, type StoredBlock, type StoredLog, writeHistory } from './launchHistory.ts'

/**
 * Serves a recorded history over JSON-RPC from a separate process: the same source for every indexer. Notifies its parent
 * of the first query for logs.
 */
const [tokens = 1_000, trades = 100_000, perBlock = 100] = process.argv.slice(2).map(Number)
const blocks = writeHistory({ tokens, trades, perBlock })
const byHash = new Map(blocks.map((block) => [block.hash as string, block]))
const head = blocks.length - 1

type Filter = {
  address?: string | string[]
  topics?: (string | string[] | null)[]
  fromBlock?: string
  toBlock?: string
  blockHash?: string
}
type Request = { id: unknown; method: string; params?: unknown[] }

const methods: Record<string, (...params: never[]) => string> = {
  eth_chainId: () => '"0x1237"',
  net_version: () => '"4663"',
  web3_clientVersion: () => '"history"',
  eth_blockNumber: () => JSON.stringify(`0x${head.toString(16)}`),
  eth_getBlockByNumber: (tag: string, isFull: boolean) => textOf(blockAt(tag), isFull),
  eth_getBlockByHash: (hash: string, isFull: boolean) => textOf(byHash.get(hash), isFull),
  eth_getLogs: (filter: Filter) => `[${select(filter).join(',')}]`,
  eth_getCode: () => '"0x60016001"',
  // The only view the indexer needs to begin with; the tables are compared with nothing else here.
  eth_call: () => JSON.stringify(encodeAbiParameters([{ type: 'address' }], [POOL_MANAGER])),
}

function blockAt(tag: string): StoredBlock | undefined {
  return tag === 'latest' || tag === 'finalized' || tag === 'safe' ? blocks[head] : blocks[Number(tag)]
}

function textOf(block: StoredBlock | undefined, isFull: boolean): string {
  return (isFull ? block?.full : block?.json) ?? 'null'
}

function select({ address, topics = [], fromBlock = '0x0', toBlock = 'latest', blockHash }: Filter): string[] {
  process.send?.({ asked: performance.timeOrigin + performance.now() })
  const range = blockHash
    ? [byHash.get(blockHash)]
    : blocks.slice(Number(fromBlock), (blockAt(toBlock)?.number ?? head) + 1)
  const addresses = address === undefined ? undefined : new Set([address].flat().map((item) => item.toLowerCase()))
  const wanted = topics.map((topic) => (topic === null ? undefined : new Set([topic].flat())))
  const found: string[] = []
  for (const block of range)
    for (const log of block?.logs ?? []) if (matches(log, addresses, wanted)) found.push(log.json)
  return found
}

function matches(log: StoredLog, addresses: Set<string> | undefined, topics: (Set<string> | undefined)[]): boolean {
  if (addresses && !addresses.has(log.address)) return false
  return topics.every((topic, index) => topic === undefined || topic.has(log.topics[index] ?? ''))
}

function answer({ id, method, params = [] }: Request): string {
  const respond = methods[method] as ((...params: unknown[]) => string) | undefined
  if (respond) return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${respond(...params)}}`
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: `no ${method} here` } })
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Request | Request[]
  response.setHeader('content-type', 'application/json')
  response.end(Array.isArray(body) ? `[${body.map(answer).join(',')}]` : answer(body))
}).listen(0, '127.0.0.1', () => {
  process.send?.({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    head,
    factory: FACTORY,
    events: 2 * (tokens + trades),
  })
})
process.on('disconnect', () => process.exit(0))
