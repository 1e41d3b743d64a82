import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { backup } from '#database/embedded/backup.ts'
import { restore } from '#database/embedded/restore.ts'
import type { Migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { temporaryFolder } from '../setup/process.ts'

const log = pino({ level: 'silent' })
const migrations: Migrations[] = [
  { 'test/rows': (db) => sql`create table rows (id int8 primary key, body text)`.execute(db) },
]

test('a backup of a busy database holds every row committed before it, and its secret', async () => {
  await using folder = await temporaryFolder()
  const [dataDir, file, copy] = ['data', 'backup.tar', 'copy'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  await copySeedTo(dataDir)
  await writeFile(join(dataDir, 'secret'), 's'.repeat(64), { mode: 0o600 })
  let written = 0
  let before = 0
  {
    await using database = await openDatabase({ dataDir, log, migrations })
    const write = () => sql`insert into rows values (${written + 1}, repeat('x', 2000))`.execute(database.kysely)
    const writeUntil = async (isOver: () => boolean) => {
      for (; !isOver(); written++) await write()
    }
    await writeUntil(() => written === 200)
    before = written
    let isDone = false
    const writing = writeUntil(() => isDone)
    await backup({ dataDir, file, log }).finally(() => {
      isDone = true
    })
    await writing
  }
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await restore({ dataDir: copy, file })
  await expect(restore({ dataDir: copy, file })).rejects.toThrow('exists. Move it away')
  expect(await readFile(join(copy, 'secret'), 'utf8')).toBe('s'.repeat(64))
  await using restored = await openDatabase({ dataDir: copy, log, migrations })
  const { rows } = await sql<{
    count: number
    last: number
  }>`select count(*) as count, max(id) as last from rows`.execute(restored.kysely)
  expect(rows[0]?.count).toBe(rows[0]?.last)
  expect(rows[0]?.count).toBeGreaterThanOrEqual(before)
  expect(restored.incarnation.current()).toBe(2)
  await sql`insert into rows values (0, 'after')`.execute(restored.kysely)
})

test('a backup of a stopped database starts its server, and one of nothing says what to set', async () => {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await copySeedTo(dataDir)
  const file = join(folder.path, 'backup.tar')
  await backup({ dataDir, file, log })
  expect((await stat(file)).size).toBeGreaterThan(1_000_000)
  await expect(backup({ dataDir: folder.path, file, log })).rejects.toThrow('no embedded database')
})

async function copySeedTo(dataDir: string): Promise<void> {
  await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  await copySeed(dataDir)
}
