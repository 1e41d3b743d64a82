import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import * as Binaries from '#database/embedded/Binaries.ts'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { processesWith, startService } from '../setup/database/databaseService.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }
type Line = { msg: string; folder?: string; kept?: string }
const lines: Line[] = []
const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) })

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp('/tmp/slipway-embedded-')
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
  lines.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function open(place = dataDir) {
  return openDatabase({ dataDir: place, log, migrations: [] })
}

/** How often the write-ahead log was synced to disk so far. */
async function syncs(database: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
  const { rows } = await sql<{ n: number }>`select sum(fsyncs)::int4 as n from pg_stat_io where object = 'wal'`.execute(
    database.kysely,
  )
  return rows[0]?.n ?? 0
}

describe('a first start', () => {
  let place: string
  let database: Database
  beforeAll(async () => {
    place = await mkdtemp('/tmp/slipway-first-')
    await chmod(place, 0o711)
    database = await openDatabase({ dataDir: place, log, migrations: [], size: 1 })
  })
  afterAll(async () => {
    await database?.[Symbol.asyncDispose]()
    await rm(place, { recursive: true, force: true })
  })

  test('makes a cluster that syncs, checks its pages and listens on no network', async () => {
    expect(database).toMatchObject({
      kind: 'embedded',
      serverVersion: expect.stringMatching(/^18\./),
      durability: { level: 'disk', fsync: true, fullPageWrites: true, synchronousCommit: 'on', dataChecksums: true },
    })
    const { rows } = await sql`select current_setting('listen_addresses') as addresses,
      current_setting('max_connections') as connections, current_setting('checkpoint_timeout') as checkpoint,
      current_setting('max_wal_size') as wal, current_setting('password_encryption') as password,
      (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as methods`.execute(database.kysely)
    expect(rows).toEqual([
      {
        addresses: '',
        connections: '40',
        checkpoint: '15min',
        wal: '512MB',
        password: 'scram-sha-256',
        methods: 'scram-sha-256',
      },
    ])
  })

  test('syncs the log once for every commit that it acknowledges', async () => {
    await sql`create table written (n int)`.execute(database.kysely)
    const before = await syncs(database)
    for (let n = 0; n < 50; n++) await sql`insert into written values (${n})`.execute(database.kysely)
    expect((await syncs(database)) - before).toBeGreaterThanOrEqual(50)
  })

  test('reserves its WAL segments as sparse files', async () => {
    await using database = await open()
    const place = join(dataDir, 'postgres', 'data', 'pg_wal')
    const logFiles = async () => (await readdir(place)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
    const before = await logFiles()
    const sizes = await Promise.all(before.map((name) => stat(join(place, name))))
    expect(before.length).toBeGreaterThanOrEqual(128)
    expect(new Set(sizes.map(({ size }) => size))).toEqual(new Set([2 ** 22]))
    expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThan(2 ** 26)
    await sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 40)`.execute(
      database.kysely,
    )
    const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(
      database.kysely,
    )
    expect(before.indexOf(rows[0]?.name ?? '')).toBeGreaterThanOrEqual(9)
    expect(await logFiles()).toEqual(before)
  })

  test('generates a random password and requires it from every client', async () => {
    const [file, cluster] = [join(place, 'postgres', 'password'), join(place, 'postgres', 'data')]
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const password = (await readFile(file, 'utf8')).trim()
    expect(password).toMatch(/^[\w-]{43}$/)
    expect((await stat(cluster)).mode & 0o777).toBe(0o700)
    const client = (secret: string) =>
      new pg.Client({ host: cluster, port: 5432, user: 'slipway', password: secret, database: 'postgres' })
    await expect(client('guess').connect()).rejects.toThrow('password authentication failed')
    const known = client(password)
    await known.connect()
    await known.end()
  })

  test.skipIf(!isRoot)('has a server that runs as an unprivileged user, where root starts it', async () => {
    const [postmaster = 0] = await processesWith(`postgres -D ${place}`)
    expect((await stat(`/proc/${postmaster}`)).uid).toBeGreaterThan(0)
  })

  test('begins again after one that was cut short', async () => {
    await mkdir(join(dataDir, 'postgres', 'data.new', 'base'), { recursive: true })
    if (isRoot) await chmod(dataDir, 0o711)
    await using database = await open()
    expect(await database.ping()).toBeGreaterThan(0)
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('data.new')
  })
})

test('a later start finds the data, quickly, and a stop leaves neither process nor lock', async () => {
  await copySeed(dataDir)
  {
    await using database = await open()
    await sql`create table kept as select 42 as n`.execute(database.kysely)
  }
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    await using cluster = await openCluster({ dataDir, log })
    times.push(performance.now() - start)
    const client = new pg.Client(cluster.connection)
    await client.connect()
    expect((await client.query('select n from kept')).rows).toEqual([{ n: 42 }])
    await client.end()
  }
  process.stdout.write(`database: a cluster that exists started after ${Math.round(Math.min(...times))} ms\n`)
  expect(await processesWith(dataDir)).toEqual([])
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('service.pid')
  expect(await readdir(join(dataDir, 'postgres', 'data'))).not.toContain('postmaster.pid')
})

test('a path too long for a socket gets a private folder that goes away again', async () => {
  const long = join(folder, 'x'.repeat(90))
  await copySeed(long)
  let socket: string
  {
    await using cluster = await openCluster({ dataDir: long, log })
    socket = cluster.connection.host ?? ''
    expect(socket).toMatch(/^\/tmp\/slipway-socket-\w+$/)
    expect((await stat(socket)).mode & 0o777).toBe(0o700)
    const client = new pg.Client(cluster.connection)
    await client.connect()
    await client.end()
  }
  await expect(stat(socket)).rejects.toThrow('ENOENT')
})

test('a name with spaces, commas and quotes is only a name', async () => {
  await using database = await open(join(folder, `it's, "a" fold\\er`))
  expect(await database.ping()).toBeGreaterThan(0)
})

describe('a folder that cannot be used is refused in one line', () => {
  const refusal = () =>
    open().then(
      async (database) => {
        await database[Symbol.asyncDispose]()
        return 'opened'
      },
      (error: Error) => error.message,
    )

  test('a cluster of another major version', async () => {
    await copySeed(dataDir)
    await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
    expect(await refusal()).toMatch(/data is a cluster of PostgreSQL 17, but this build needs 18\. Move its data/)
  })

  test('a cluster whose password is gone', async () => {
    await copySeed(dataDir)
    await rm(join(dataDir, 'postgres', 'password'))
    expect(await refusal()).toMatch(/password is missing: restore it, or move .* away to start empty/)
  })

  test('a cluster the server itself refuses', async () => {
    await copySeed(dataDir)
    await writeFile(join(dataDir, 'postgres', 'data', 'global', 'pg_control'), 'not what it was')
    expect(await refusal()).toMatch(/^PostgreSQL did not start: (PANIC|FATAL): .*pg_control.*DATABASE_URL/)
    expect(await processesWith(dataDir)).toEqual([])
  })

  test('a folder that is not a cluster', async () => {
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    expect(await refusal()).toContain('cannot be read as a PostgreSQL cluster')
  })

  test('a link to a cluster that is gone', async () => {
    await mkdir(dataDir)
    await symlink(join(folder, 'nowhere'), join(dataDir, 'postgres'))
    expect(await refusal()).toContain('points to a missing folder')
  })

  test('a file', async () => {
    await writeFile(dataDir, '')
    expect(await refusal()).toMatch(/^The data folder .*data cannot be used: EEXIST.* Set DATA_DIR to a folder/)
  })
})

test('a second service on the folder is refused with the pid of the first', async () => {
  await copySeed(dataDir)
  await using first = startService('hold', dataDir)
  await first.until('ready')
  await using second = startService('hold', dataDir)
  expect(await second.until('error')).toContain(`Another service (pid ${first.pid}) is using the database in `)
  await expect(open()).rejects.toThrow(`pid ${first.pid}`)
  first.child.kill('SIGTERM')
  await first.exited
  await using third = startService('hold', dataDir)
  await third.until('ready')
})

describe.skipIf(!isRoot)('as an ordinary user', () => {
  test('everything belongs to that user, and a root service later leaves it so', async () => {
    await mkdir(dataDir)
    await chown(dataDir, NOBODY.uid, NOBODY.gid)
    await chmod(dataDir, 0o711)
    const ownerOfServer = async () => {
      const [postmaster = 0] = await processesWith(`postgres -D ${dataDir}`)
      return (await stat(`/proc/${postmaster}`)).uid
    }
    {
      await using service = startService('hold', dataDir, NOBODY)
      await service.until('ready')
      expect(await ownerOfServer()).toBe(NOBODY.uid)
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
      service.child.kill('SIGTERM')
      await service.exited
    }
    await using _database = await openDatabase({
      dataDir,
      log,
      migrations: [{ 'test/written': noStep, 'test/ticks': noStep }],
    })
    expect(await ownerOfServer()).toBe(NOBODY.uid)
  })

  test.each([
    ['unwritable', 0o555, 'it is read-only'],
    ['unreadable', 0o000, 'EACCES'],
  ])('an %s folder is refused with what to do', async (_, mode, reason) => {
    await mkdir(dataDir, { mode })
    await using service = startService('hold', dataDir, NOBODY)
    const message = await service.until('error')
    expect(message).toContain(`data cannot be used: ${reason}`)
    expect(message).toMatch(/Set DATA_DIR to a folder that the user with id 65534 can read and write\.$/)
  })
})

async function noStep() {}

describe.skipIf(!isRoot)('as root', () => {
  test('a closed parent sends the cluster to /var/lib, and the log says so', async () => {
    await chmod(folder, 0o700)
    let home = ''
    try {
      {
        await using database = await open()
        home = await realpath(join(dataDir, 'postgres'))
        expect(home).toMatch(/^\/var\/lib\/slipway\/[0-9a-f]{16}$/)
        const line = lines.find(({ folder }) => folder === home)
        expect(line?.msg).toMatch(/^data folder is not accessible to the PostgreSQL user/)
        await sql`create table kept as select 1 as n`.execute(database.kysely)
      }
      {
        await using database = await open()
        expect((await sql`select n from kept`.execute(database.kysely)).rows).toEqual([{ n: 1 }])
      }
      await rm(dataDir, { recursive: true })
      {
        await using database = await open()
        expect((await sql`select to_regclass('kept') as kept`.execute(database.kysely)).rows).toEqual([{ kept: null }])
      }
      expect(lines.find(({ kept }) => kept?.startsWith(`${home}.`))?.msg).toMatch(/^kept the database of a deleted/)
    } finally {
      await removeHomes(home)
    }
  })

  test('programs that the server cannot reach are copied next to the cluster', async () => {
    const cluster = join(folder, 'home', 'data')
    await mkdir(cluster, { recursive: true })
    const home = { folder: join(folder, 'home'), cluster, user: NOBODY }
    const installed = join(folder, 'closed', 'package')
    await mkdir(join(folder, 'closed'), { mode: 0o700 })
    await cp(join(Binaries.locate(), '..'), installed, { recursive: true, verbatimSymlinks: true })
    const { postgres } = await Binaries.reachable(join(installed, 'native'), home)
    expect(postgres).toMatch(/home\/native-18\.[\w.-]+\/bin\/postgres$/)
    const { ctimeMs } = await lstat(postgres)
    expect(await Binaries.reachable(join(installed, 'native'), home)).toMatchObject({ postgres })
    expect((await lstat(postgres)).ctimeMs).toBe(ctimeMs)
    expect((await Binaries.reachable(Binaries.locate(), home)).postgres).toBe(
      join(Binaries.locate(), 'bin', 'postgres'),
    )
  })
})

async function removeHomes(home: string): Promise<void> {
  if (!home) return
  const parent = join(home, '..')
  const names = (await readdir(parent)).filter((name) => join(parent, name).startsWith(home))
  await Promise.all(names.map((name) => rm(join(parent, name), { recursive: true })))
}
