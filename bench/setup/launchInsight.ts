import { Agent, get } from 'node:http'
import { join } from 'node:path'
import type { Row } from '../Row.ts'
import { TOKENS } from './fillLaunches.ts'
import { address, BUSY, WHALE } from './fillTrades.ts'
import { startServer } from './sideBySide.ts'

const READS = 1_000
/** Reads before these are not counted: a process compiles the code of a read within its first hundreds. */
const WARM = 500

type Read = { name: string; path(round: number): string; maxMs: number }

/** Every read about creators, buyers, wallets and holders, over a million launches and ten million trades. */
export async function measureReads(databaseUrl: string): Promise<Row[]> {
  return [...(await measureAll(READ, databaseUrl, 'unkept')), ...(await measureAll(KEPT, databaseUrl, ''))]
}

async function measureAll(reads: readonly Read[], databaseUrl: string, mode: string): Promise<Row[]> {
  const server = join(import.meta.dirname, 'launchServer.ts')
  const { url, child } = await startServer(server, [databaseUrl, 'http://127.0.0.1:9', mode])
  const rows: Row[] = []
  for (const read of reads) rows.push(await measure(url, read))
  child.kill()
  return rows
}

async function measure(url: string, { name, path, maxMs }: Read): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < WARM + READS; round++) {
    const start = performance.now()
    const status = await read(`${url}/api/launchpad/${path(round)}`)
    if (status !== 200) throw new Error(`${path(round)}: ${status}`)
    if (round >= WARM) times.push(performance.now() - start)
  }
  const ours = times.sort((a, b) => a - b)[Math.floor(READS * 0.99)] ?? Number.NaN
  return { name: `${name}, p99`, ours, unit: 'ms', target: `≤ ${maxMs}`, ok: ours <= maxMs }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Reads a whole answer. `fetch` would add collections of garbage of 10 ms each in this process to every hundredth read. */
function read(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.on('end', () => resolve(response.statusCode)).resume()).on(
      'error',
      reject,
    )
  })
}

const anyToken = (round: number) => address(1 + ((round * 7919) % TOKENS))
const anyWallet = (round: number) => address(1_000 + ((round * 104_729) % 300_000))

const READ: Read[] = [
  { name: "a creator's record", path: (round) => `creators/${address(100 + ((round * 31) % 50_000))}`, maxMs: 5 },
  { name: 'the record of a creator of 10,000 launches', path: () => `creators/${address(7)}`, maxMs: 5 },
  { name: 'early buyers of any token', path: (round) => `early?address=${anyToken(round)}`, maxMs: 5 },
  { name: 'early buyers of the busiest token', path: () => `early?address=${BUSY}`, maxMs: 5 },
  { name: 'profit and loss of any wallet', path: (round) => `wallets/${anyWallet(round)}`, maxMs: 5 },
  { name: 'profit and loss of a wallet with 100,000 trades', path: () => `wallets/${WHALE}`, maxMs: 20 },
  { name: 'top traders of the busiest token', path: () => `traders?address=${BUSY}`, maxMs: 5 },
  { name: 'history of holders by minute', path: () => `holders/history?address=${BUSY}&interval=1m`, maxMs: 5 },
  { name: 'claims of the busiest token', path: () => `claims?address=${BUSY}`, maxMs: 5 },
  { name: 'liquidity moves of the busiest token', path: () => `liquidity?address=${BUSY}`, maxMs: 5 },
  { name: '100 tokens by address', path: (round) => `tokens?addresses=${hundred(round)}`, maxMs: 5 },
  { name: 'market events of 10 blocks', path: (round) => market(2_000_000 + (round % 500) * 1_500, 10), maxMs: 5 },
  {
    name: 'market events of 90,000 blocks with trades in pools alone',
    path: () => market(2_905_000, 90_000),
    maxMs: 5,
  },
]

/** The same URL again and again, while the index does not change. */
const KEPT: Read[] = [
  { name: 'the wallet with 100,000 trades again', path: () => `wallets/${WHALE}`, maxMs: 5 },
  { name: 'the same 100 tokens again', path: () => `tokens?addresses=${hundred(1)}`, maxMs: 5 },
]

function hundred(round: number): string {
  return Array.from({ length: 100 }, (_, index) => anyToken(round * 100 + index)).join(',')
}

function market(from: number, blocks: number): string {
  return `market/events?fromBlock=${from}&toBlock=${from + blocks - 1}`
}
