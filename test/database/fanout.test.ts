import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '../../src/app/createService.ts'
import { startTestDevnet } from '../setup/chain/devnet.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { serverOf } from '../setup/database/standby.ts'
import { readEvents } from '../setup/eventStream.ts'
import { freePort } from '../setup/freePort.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startTestService } from '../setup/service.ts'

const log = pino({ level: 'silent' })
const PASSWORD = 'p@ss/word'
/** Longer than a replica waits for an answer, after its next heartbeat. */
const SILENT_MS = 5_000

let port: number
let engine: ChildProcess
let base: TestDatabase
let here: Database
let there: Database

async function startEngine(): Promise<void> {
  const login = ['--user', 'slipway', '--pass', PASSWORD]
  engine = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...login], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  engine.stderr?.on('data', (part) => {
    text += part
  })
  await eventually(() => text.includes('Server is ready'))
}

async function killEngine(): Promise<void> {
  if (engine.exitCode !== null || engine.signalCode !== null) return
  engine.kill('SIGKILL')
  await once(engine, 'exit')
}

const fanoutUrlOf = () => `nats://slipway:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`

const openReplica = () =>
  openDatabase({
    databaseUrl: base.url,
    fanoutUrl: fanoutUrlOf(),
    dataDir: '',
    log,
    migrations,
  })

beforeAll(async () => {
  port = await freePort()
  base = await createTestDatabase({ migrations })
})
afterAll(() => base?.[Symbol.asyncDispose]())
beforeEach(async () => {
  await startEngine()
  ;[here, there] = await Promise.all([openReplica(), openReplica()])
})
afterEach(async () => {
  await Promise.all([here[Symbol.asyncDispose](), there[Symbol.asyncDispose]()])
  await killEngine()
})

test('a wake-up crosses the engine, stays on its channel, and does not come back to its sender', async () => {
  const heard: string[] = []
  using _own = here.listen('rooms', (reason) => heard.push(`here ${reason}`))
  using _a = there.listen('rooms', (reason) => heard.push(`there ${reason}`))
  using _b = there.listen('b "quoted" * > .', (reason) => heard.push(`b ${reason}`))
  await eventually(() => heard.length === 3)
  here.notify('b "quoted" * > .')
  await eventually(() => heard.includes('b notified'))
  here.notify('rooms')
  await eventually(() => heard.includes('there notified'))
  expect(heard.filter((line) => line.endsWith('notified'))).toEqual(['b notified', 'here notified', 'there notified'])
  const { rows } = await sql`select query from pg_stat_activity
    where datname = current_database() and query ~* '^(listen|select pg_notify)'`.execute(here.kysely)
  expect(rows).toEqual([])
})

test('two deployments that share an engine, on one server or two, do not wake each other', async () => {
  await using opened = new AsyncDisposableStack()
  const neighbour = opened.use(await createTestDatabase({ migrations: [] }))
  const folder = opened.use(await temporaryFolder())
  await copySeed(folder.path)
  const server = opened.use(serverOf(await openCluster({ dataDir: folder.path, log })))
  // The same name as the first database, on a server of its own.
  const name = base.url.split('/').at(-1)
  await server.ask(`create database ${name}`)
  const heard: string[] = []
  const follow = (who: string, database: Database) =>
    opened.use(database.listen('rooms', (reason) => heard.push(`${who} ${reason}`)))
  const open = async (databaseUrl: string) =>
    opened.use(await openDatabase({ databaseUrl, fanoutUrl: fanoutUrlOf(), dataDir: '', log, migrations: [] }))
  follow('there', there)
  const others = { neighbour: neighbour.url, distant: server.url.replace(/postgres$/, `${name}`) }
  for (const [who, url] of Object.entries(others)) follow(who, await open(url))
  await eventually(() => heard.length === 3)
  here.notify('rooms')
  await eventually(() => heard.includes('there notified'))
  // Their own wake-ups come after the one of the first deployment, had they got it.
  for (const url of Object.values(others)) (await open(url)).notify('rooms')
  await eventually(() => heard.filter((line) => line.endsWith('notified')).length >= 3)
  expect(heard.slice(3).toSorted()).toEqual(['distant notified', 'neighbour notified', 'there notified'])
})

test('after the engine was killed and started again the listener reads again, and gets the next wake-up', async () => {
  const heard: string[] = []
  using _there = there.listen('rooms', (reason) => heard.push(reason))
  await eventually(() => heard.length === 1)
  await killEngine()
  await startEngine()
  await eventually(() => heard.length === 2)
  expect(heard).toEqual(['connected', 'connected'])
  here.notify('rooms')
  await eventually(() => heard.includes('notified'))
})

test('a silent engine is given up, and used again once it answers', async () => {
  const heard: string[] = []
  using _there = there.listen('rooms', (reason) => heard.push(reason))
  await eventually(() => heard.length === 1)
  engine.kill('SIGSTOP')
  here.notify('rooms')
  await delay(SILENT_MS)
  engine.kill('SIGCONT')
  await eventually(() => heard.filter((reason) => reason === 'connected').length === 2)
})

test('a message of another client of the engine is a wake-up, and its content is never read as lines', async () => {
  const heard: string[] = []
  using _there = there.listen('rooms', (reason) => heard.push(reason))
  await eventually(() => heard.length === 1)
  const other = connect(port, '127.0.0.1')
  let seen = ''
  other.on('data', (part) => {
    seen += part
  })
  other.write(
    `CONNECT ${JSON.stringify({ user: 'slipway', pass: PASSWORD, verbose: false })}\r\nSUB slipway.> 1\r\nPING\r\n`,
  )
  await eventually(() => seen.includes('PONG'))
  here.notify('rooms')
  const subject = () => /MSG (slipway\S+)/.exec(seen)?.[1]
  await eventually(() => subject() !== undefined && heard.includes('notified'))
  for (const content of ["x\r\n-ERR 'go away'\r\nPONG\r\n", 'y'.repeat(100_000), ''])
    other.write(`PUB ${subject()} ${content.length}\r\n${content}\r\n`)
  await eventually(() => heard.length === 5)
  here.notify('rooms')
  await eventually(() => heard.length === 6)
  expect(heard).toEqual(['connected', ...Array(5).fill('notified')])
  other.destroy()
})

test('if the engine refuses the password, the service only gets slower', async () => {
  const fanoutUrl = `nats://slipway:wrong@127.0.0.1:${port}`
  await using refused = await openDatabase({ databaseUrl: base.url, fanoutUrl, dataDir: '', log, migrations })
  let heard = 0
  using _listening = refused.listen('rooms', () => heard++)
  refused.notify('rooms')
  await eventually(() => heard === 1)
  expect(await refused.ping()).toBeGreaterThan(0)
})

test('readers of a room on another replica get every message once, with the engine, without it, and with it again', async () => {
  await using devnet = await startTestDevnet()
  const [first, second] = [
    await startTestService({ devnet, database: { ...here, url: base.url } }),
    await startTestService({ devnet, database: { ...there, url: base.url } }),
  ]
  await using _services = {
    [Symbol.asyncDispose]: () => Promise.all([first, second].map((one) => one[Symbol.asyncDispose]())).then(() => {}),
  }
  const { key } = await signIn(first.post, first.baseUrl)
  const as = { 'x-api-key': key }
  const { room } = await json(first.post('/api/arena/rooms', { topic: 'Fan-out' }, as))
  const id: string = room.id
  expect((await first.post(`/api/arena/rooms/${id}/join`, { displayName: 'Sender' }, as)).status).toBe(200)
  await using stream = readEvents(await second.get(`/api/arena/rooms/${id}/events`))
  // The stream begins at the end of the room as it is when `ready` is sent.
  await stream.until(({ event }) => event === 'ready', 30_000)
  const say = async (content: string) =>
    expect((await first.post(`/api/arena/rooms/${id}/messages`, { content }, as)).status).toBe(201)
  const seen = (text: string) => stream.until(({ data }) => JSON.stringify(data).includes(text), 30_000)
  await say('with the engine')
  await seen('with the engine')
  await killEngine()
  await say('without the engine')
  await seen('without the engine')
  await startEngine()
  await say('with it again')
  await seen('with it again')
  const numbers = stream.frames.map(({ id: number }) => number).filter((number) => number > 0)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
})
