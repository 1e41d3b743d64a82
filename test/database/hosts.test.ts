import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#database/openDatabase.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { openReplicated, type Replicated } from '../setup/database/standby.ts'

const log = pino({ level: 'silent' })
const migrations = [
  {
    'test/notes': (db: Parameters<Parameters<typeof openDatabase>[0]['migrations'][number][string]>[0]) =>
      sql`create table notes (text text not null)`.execute(db),
  },
]

let servers: Replicated

beforeAll(async () => {
  servers = await openReplicated()
})
afterAll(() => servers?.[Symbol.asyncDispose]())

const hostOf = (url: string) => /@([^/]+)/.exec(url)?.[1] ?? ''
const severalHosts = (url: string, hosts: string[], attributes = '') =>
  url.replace(/@[^/]+/, `@${hosts.join(',')}`) + attributes

/** A host that accepts connections and never answers, as a lost machine behind a firewall. */
async function silentHost(): Promise<AsyncDisposable & { host: string }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const urlWith = (...others: string[]) => {
  const { primary, standby } = servers
  return severalHosts(
    primary.url,
    [...others, hostOf(standby.url), hostOf(primary.url)],
    '?target_session_attrs=read-write',
  )
}

test('a connection to a server that became read-only is replaced', async () => {
  await using database = await openDatabase({ databaseUrl: urlWith(), dataDir: '', log, migrations, size: 1 })
  const processId = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)).rows[0]?.pid
  const before = await processId()
  await sql`set session characteristics as transaction read only`.execute(database.kysely)
  const write = () => sql`insert into notes values ('a')`.execute(database.kysely)
  await expect(write()).rejects.toMatchObject({ code: 'unavailable' })
  await write()
  expect(await processId()).not.toBe(before)
})

test('a host that is not a standby and refuses writes is passed over', async () => {
  await using old = await createTestDatabase()
  const name = new URL(old.url).pathname.slice(1)
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(old.kysely)
  const databaseUrl = severalHosts(old.url, [hostOf(old.url), hostOf(servers.standby.url)])
  await expect(openDatabase({ databaseUrl, dataDir: '', log, migrations })).rejects.toThrow(
    /No host is a primary: .* is a read-only server, /,
  )
})

test('without a primary among the hosts the start fails with a line that names each', async () => {
  const lost = await silentHost()
  await lost[Symbol.asyncDispose]()
  const databaseUrl = severalHosts(servers.primary.url, [lost.host, hostOf(servers.standby.url)])
  await expect(openDatabase({ databaseUrl, dataDir: '', log, migrations })).rejects.toThrow(
    /refuses the connection: No host is a primary: 127\.0\.0\.1:\d+ .*ECONNREFUSED.*, .* is a standby\. Check DATABASE_URL/,
  )
})

test('an address that asks for another role is refused', async () => {
  const open = (attributes: string) =>
    openDatabase({
      databaseUrl: `postgresql://a:b@one,two/c?target_session_attrs=${attributes}`,
      dataDir: '',
      log,
      migrations,
    })
  await expect(open('standby')).rejects.toThrow(
    'DATABASE_URL has target_session_attrs=standby. Set read-write or primary, or leave it out.',
  )
})

test('of several hosts the primary is used, and after a failover the new one, also by sessions that hold locks', async () => {
  await using silent = await silentHost()
  await using database = await openDatabase({
    databaseUrl: urlWith(silent.host),
    dataDir: '',
    log,
    migrations,
  })
  const write = (text: string) => sql`insert into notes values (${text})`.execute(database.kysely)
  await write('before')
  await expect
    .poll(() => servers.standby.ask('select text from notes').catch(() => []))
    .toContainEqual({ text: 'before' })

  await servers.primary[Symbol.asyncDispose]()
  await expect(write('during')).rejects.toMatchObject({ code: 'unavailable' })
  await servers.standby.ask('select pg_promote()')
  await expect
    .poll(
      () =>
        write('after').then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  expect(await servers.standby.ask(`select text from notes where text <> 'a' order by text`)).toEqual([
    { text: 'after' },
    { text: 'before' },
  ])
  await using session = await database.connect()
  expect(await session.query('select pg_is_in_recovery() as standby')).toEqual([{ standby: false }])
})

/** A host that is reached later than others. */
async function slowHost(url: string): Promise<AsyncDisposable & { host: string }> {
  const path = `${decodeURIComponent(hostOf(url))}/.s.PGSQL.5432`
  const server = createServer(async (socket) => {
    const upstream = connect({ path }).on('error', () => {})
    socket.on('error', () => {}).on('close', () => upstream.destroy())
    await delay(50)
    socket.pipe(upstream).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

test('of two hosts that claim to be primary, the one that was promoted last is used', async () => {
  await using pair = await openReplicated()
  await pair.standby.ask('select pg_promote()')
  await using promoted = await slowHost(pair.standby.url)
  const databaseUrl = severalHosts(pair.primary.url, [hostOf(pair.primary.url), promoted.host])
  await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations })
  await sql`insert into notes values ('kept')`.execute(database.kysely)
  expect(await pair.standby.ask('select text from notes')).toEqual([{ text: 'kept' }])

  await pair.standby[Symbol.asyncDispose]()
  await expect(sql`insert into notes values ('lost')`.execute(database.kysely)).rejects.toThrow()
  await expect(sql`insert into notes values ('lost')`.execute(database.kysely)).rejects.toMatchObject({
    code: 'unavailable',
  })
})
