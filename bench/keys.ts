import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Kysely, KyselyPlugin } from 'kysely'
import pino from 'pino'
import { z } from 'zod'
import { createAuditLog } from '#audit/createAuditLog.ts'
import { migrations as auditMigrations } from '#audit/migrations.ts'
import { optional } from '#core/Access.ts'
import { type Call, define, type Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import type { Database } from '#database/Database.ts'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createApp } from '#http/createApp.ts'
import { createKeys, type Keys } from '#keys/createKeys.ts'
import { migrations as keyMigrations } from '#keys/migrations.ts'
import { createLimits } from '#limits/createLimits.ts'
import { migrations as limitMigrations } from '#limits/migrations.ts'
import { plainOptions } from '../test/setup/appOptions.ts'
import type { Row } from './Row.ts'

const PEER = join(import.meta.dirname, 'peers', 'better-auth')
const INSTALL_MS = 120_000
const ADDRESS = '127.0.0.1'
const log = pino({ level: 'silent' })
const migrations = [keyMigrations, auditMigrations, limitMigrations]

/** Cost of a key per request, next to better-auth, and time until a revocation holds on every replica. */
export async function run(): Promise<Row[]> {
  await using cleaning = new AsyncDisposableStack()
  const folder = cleaning.adopt(await mkdtemp(join(tmpdir(), 'slipway-bench-')), (path) =>
    rm(path, { recursive: true }),
  )
  // PostgreSQL's own user must be able to enter: otherwise root's cluster is created elsewhere and never removed.
  await chmod(folder, 0o711)
  const cluster = cleaning.use(await openCluster({ dataDir: folder, log }))
  const { user, password, host = '' } = cluster.connection
  const databaseUrl = `postgresql://${user}:${password}@${encodeURIComponent(host)}/postgres`
  const database = cleaning.use(await openDatabase({ databaseUrl, dataDir: folder, log, migrations }))
  const keys = cleaning.use(openKeys(database))
  const { key } = await createKey(keys)
  const cold = await coldKey(database, key)
  return [
    await warmRequest(database, keys, key),
    { name: 'queries of a cold key', ours: cold.queries, unit: 'query', target: '1', ok: cold.queries === 1 },
    ...(await compareWithPeer(keys, key, { coldUs: cold.us, databaseUrl })),
    ...(await revocation(keys, databaseUrl)),
  ]
}

function openKeys(database: Database): Keys {
  const audit = createAuditLog({ database })
  return createKeys({ database, secrets: { current: Buffer.alloc(32, 7) }, audit, isOperator: () => false })
}

const session = { kind: 'session', address: ADDRESS, developerId: 'dev_bench', subject: 'bench', tokenId: 't' } as const
const afterCommit = (work: () => void) => work()
const call = {
  caller: { ...session, expiresAt: 0, operator: false },
  requestId: 'req_bench',
  afterCommit,
} as unknown as Call

type Created = { key: string; record: { id: string } }

function createKey(keys: Keys): Promise<Created> {
  return perform(keys, 'createKey', { name: 'bench', scopes: ['api:*'] }) as Promise<Created>
}

function perform({ operations }: Keys, name: string, request: object): Promise<unknown> {
  const operation = operations.find((one) => one.name === name) as Operation
  return operation.handle?.(request as never, call) as Promise<unknown>
}

const probe = define({
  name: 'probe',
  method: 'GET',
  path: '/probe',
  tag: 'bench',
  summary: 'Answers nothing.',
  access: optional,
  limit: 'read',
  errors: [],
  request: z.object({}),
  response: z.object({}),
  handle: () => ({}),
})

/** Median difference between the same request with and without a key, in alternating rounds. */
async function warmRequest(database: Database, keys: Keys, key: string): Promise<Row> {
  const plenty = 1_000_000_000
  const perMinute = { read: plenty, build: plenty, write: plenty, control: plenty, auth: plenty, stream: plenty }
  const globalPerHour = { signups: plenty, nonces: plenty, boxes: plenty, streams: plenty }
  await using limits = createLimits({ database, perMinute, globalPerHour })
  const authenticate: Authenticate = ({ secret, address }) =>
    secret === undefined ? { kind: 'anonymous', address } : keys.authenticateKey(secret, address)
  const app = createApp(plainOptions([probe], { authenticate, limit: limits.limit, served: keys.served }))
  const url = 'https://slipway.example/probe'
  const [anonymous, known] = [{ 'x-bench': key }, { 'x-api-key': key }].map((headers) => new Request(url, { headers }))
  const cost = async (request: Request | undefined) => {
    const start = performance.now()
    for (let i = 0; i < 2000; i++) await app.fetch(request as Request)
    return ((performance.now() - start) / 2000) * 1000
  }
  const differences: number[] = []
  for (let round = 0; round < 45; round++) {
    const [without, with_] = [await cost(anonymous), await cost(known)]
    if (round >= 5) differences.push(with_ - without)
  }
  const ours = median(differences)
  return { name: 'a warm key on a request', ours, unit: 'µs', target: '≤ 20 µs', ok: ours <= 20 }
}

/** Counts the queries and the time of a process that sees the key for the first time. */
async function coldKey(database: Database, key: string): Promise<{ queries: number; us: number }> {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const kysely = database.kysely.withPlugin(counter)
  const counting = { ...database, tables: <Tables>() => kysely as unknown as Kysely<Tables> }
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    await using fresh = openKeys(counting)
    const start = performance.now()
    await fresh.authenticateKey(key, ADDRESS)
    times.push((performance.now() - start) * 1000)
  }
  return { queries: queries / 200, us: median(times) }
}

type PeerOptions = { coldUs: number; databaseUrl: string }

async function compareWithPeer(keys: Keys, key: string, { coldUs, databaseUrl }: PeerOptions): Promise<Row[]> {
  await keys.authenticateKey(key, ADDRESS)
  const warmUs = await timeWarm(keys, key)
  const peer = await timePeer(databaseUrl)
  const warm = { name: 'check a warm key, better-auth verifyApiKey', ours: warmUs, unit: 'µs', target: '≥ 100×' }
  const cold = { name: 'check a cold key, better-auth verifyApiKey', ours: coldUs, unit: 'µs' }
  if (peer === undefined) return [warm, cold]
  return [
    { ...warm, peer, ratio: peer / warmUs, ok: peer / warmUs >= 100 },
    { ...cold, peer, ratio: peer / coldUs },
  ]
}

async function timeWarm(keys: Keys, key: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    const start = performance.now()
    for (let i = 0; i < 5000; i++) await keys.authenticateKey(key, ADDRESS)
    times.push(((performance.now() - start) / 5000) * 1000)
  }
  return median(times)
}

/** Microseconds of the peer's check on the same server; undefined, with the reason printed, where the peer cannot run. */
async function timePeer(databaseUrl: string): Promise<number | undefined> {
  const options = { cwd: PEER, timeout: INSTALL_MS }
  try {
    if (!existsSync(join(PEER, 'node_modules')))
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options)
    const { stdout } = await promisify(execFile)(process.execPath, ['verify.js', databaseUrl], options)
    return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { ms: number }).ms * 1000
  } catch (error) {
    const [reason] = String(error).split('\n')
    process.stdout.write(`better-auth could not be installed or run, so its column stays empty: ${reason}\n`)
    return undefined
  }
}

/** From the revocation's response until another process refuses the key, with notifications and without. */
async function revocation(keys: Keys, databaseUrl: string): Promise<Row[]> {
  await using other = await openDatabase({ databaseUrl, dataDir: '', log, migrations })
  await using listening = openKeys(other)
  await using deaf = openKeys({ ...other, listen: () => ({ [Symbol.dispose]() {} }) })
  const slowest = async (replica: Keys, rounds: number) => {
    const times: number[] = []
    for (let i = 0; i < rounds; i++) times.push(await timeToRefusal(keys, replica))
    return Math.max(...times)
  }
  const limit = { unit: 'ms', target: '≤ 1,000 ms' }
  const [heard, unheard] = [await slowest(listening, 20), await slowest(deaf, 10)]
  return [
    { name: 'revocation on another replica, slowest of 20', ours: heard, ...limit, ok: heard <= 1000 },
    { name: 'the same with the listener down, slowest of 10', ours: unheard, ...limit, ok: unheard <= 1000 },
  ]
}

async function timeToRefusal(keys: Keys, replica: Keys): Promise<number> {
  const { key, record } = await createKey(keys)
  await replica.authenticateKey(key, ADDRESS)
  await perform(keys, 'revokeKey', { id: record.id })
  const start = performance.now()
  while (await isAccepted(replica, key)) await delay(1)
  return performance.now() - start
}

async function isAccepted(replica: Keys, key: string): Promise<boolean> {
  try {
    await replica.authenticateKey(key, ADDRESS)
    return true
  } catch {
    return false
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
