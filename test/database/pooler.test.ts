import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/openDatabase.ts'
import { createTestDatabase } from '../setup/database/database.ts'

const log = pino({ level: 'silent' })

/** Names another process than the server's, as a connection pooler does. */
async function startPooler(url: string): Promise<AsyncDisposable & { url: string }> {
  const [, credentials = '', folder = '', name = ''] = /^postgresql:\/\/([^@]+)@([^/]+)\/(.+)$/.exec(url) ?? []
  const server = createServer((client) => {
    const upstream = connect(`${decodeURIComponent(folder)}/.s.PGSQL.5432`)
    client.on('error', () => {}).on('close', () => upstream.destroy())
    upstream.on('error', () => {}).on('close', () => client.destroy())
    client.pipe(upstream)
    upstream.on('data', (bytes: Buffer) => client.write(withOtherProcess(bytes)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${credentials}@127.0.0.1:${port}/${name}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** Replaces the process id in BackendKeyData: `K`, its length, then the id. */
function withOtherProcess(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at !== -1 && bytes.length >= at + 9) bytes.writeInt32BE(1, at + 5)
  return bytes
}

test('a pooler is refused in one line unless the way around it is set', async () => {
  await using database = await createTestDatabase()
  await using pooler = await startPooler(database.url)
  const open = (directUrl?: string) =>
    openDatabase({ databaseUrl: pooler.url, directUrl, dataDir: '', log, migrations: [] })
  await expect(open()).rejects.toThrow(/is behind a connection pooler.*set DATABASE_DIRECT_URL to the server itself\.$/)
  await using opened = await open(database.url)
  expect(await opened.ping()).toBeGreaterThan(0)
  await using session = await opened.connect()
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  expect(row?.pid).toBe(session.processId)
})
