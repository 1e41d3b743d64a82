import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '#launchpad/migrations.ts'
import type { Row } from '../Row.ts'
import { fillLaunches } from './fillLaunches.ts'
import { openDatabases } from './openDatabases.ts'
import { startServer } from './sideBySide.ts'

const SERVER = join(import.meta.dirname, 'launchServer.ts')
const ROUNDS = 200
/** The newest launches, one launch, and a search, each over HTTP. */
const READS = {
  'newest page': () => '/api/launchpad/tokens?limit=50',
  'one token': (tokens: number) => `/api/launchpad/token?address=0x${(tokens / 2).toString(16).padStart(40, '0')}`,
  'search page': (_: number, round: number) => `/api/launchpad/tokens?limit=50&search=token${round}`,
} as const

/** Milliseconds of a read as the index grows tenfold, up to `tokensMax` launches. */
export async function measureGrowth(tokensMax: number): Promise<Row[]> {
  await using databases = await openDatabases()
  const rows: Row[] = []
  for (let tokens = 1_000; tokens <= tokensMax; tokens *= 10) {
    const databaseUrl = await databases.create(`launches_${tokens}`)
    await fill(databaseUrl, tokens)
    const { url, child } = await startServer(SERVER, [databaseUrl, 'http://127.0.0.1:9'])
    for (const [name, pathOf] of Object.entries(READS)) {
      const ours = await median((round) => fetch(url + pathOf(tokens, round)))
      rows.push({ name: `${name} of ${tokens.toLocaleString('en')} launches`, ours, unit: 'ms' })
    }
    child.kill()
  }
  return rows
}

async function fill(databaseUrl: string, tokens: number): Promise<void> {
  await using _ = await openDatabase({
    databaseUrl,
    dataDir: '',
    log: pino({ level: 'silent' }),
    migrations: [migrations],
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fillLaunches(client, tokens)
  await client.end()
}

async function median(read: (round: number) => Promise<Response>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const response = await read(round)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`A read was refused with ${response.status}.`)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN
}
