import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { temporaryFolder } from '../setup/process.ts'

const log = pino({ level: 'silent' })

/** Makes the next start of the server end a recovery, as the promotion of a standby does. */
async function recoverNext(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres', 'data')
  const signal = join(cluster, 'recovery.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(cluster)
  await chown(signal, uid, gid)
}

test('the incarnation is 1 at first, the same after a restart, and higher after a promotion', async () => {
  await using folder = await temporaryFolder()
  await copySeed(folder.path)
  const open = async () => {
    await using cluster = await openCluster({
      dataDir: folder.path,
      log,
      settings: { restore_command: '/bin/false', recovery_target_timeline: 'current' },
    })
    const { user, password, host = '' } = cluster.connection
    const databaseUrl = `postgresql://${user}:${password}@${encodeURIComponent(host)}/postgres`
    await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [] })
    const { rows } = await sql<{ number: number }>`select number from database_incarnation`.execute(database.kysely)
    expect(rows).toEqual([{ number: database.incarnation.current() }])
    return database.incarnation.current()
  }
  expect(await open()).toBe(1)
  expect(await open()).toBe(1)
  await recoverNext(folder.path)
  expect(await open()).toBe(2)
})

test('a restore into another server counts as a new history', async () => {
  await using folder = await temporaryFolder()
  await copySeed(folder.path)
  const open = () => openDatabase({ dataDir: folder.path, log, migrations: [] })
  {
    await using database = await open()
    await sql`update database_incarnation set system = 'another'`.execute(database.kysely)
  }
  await using restored = await open()
  expect(restored.incarnation.current()).toBe(2)
})
