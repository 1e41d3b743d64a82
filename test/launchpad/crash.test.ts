import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '#launchpad/migrations.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { seeded } from '../setup/chain/rpcLies.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { startIndexerProcess, untilLeader } from '../setup/launchpad/indexerProcess.ts'
import { createActivity } from '../setup/launchpad/launchActivity.ts'
import { type LaunchChain, startLaunchChain } from '../setup/launchpad/launchChain.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { contentsOf, freshContents, startIndexing, untilIndexed } from '../setup/launchpad/launchIndex.ts'

let chain: LaunchChain
let rpc: FaultRpc
beforeAll(async () => {
  chain = await startLaunchChain()
  rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  await createActivity(chain, 3).run(120, 4)
})
afterAll(() => rpc.close())

const startProcess = (databaseUrl: string) => startIndexerProcess(databaseUrl, rpc.url)

describe('kill -9', () => {
  const seed = 99
  const kills = inject('deep') ? 50 : 10
  test(`at ${kills} random moments leaves what a fresh index has, seed ${seed}`, {
    timeout: kills * 30_000,
  }, async () => {
    await using database = await createTestDatabase({ migrations: [migrations] })
    const random = seeded(seed)
    const blocks = new Set<number | undefined>()
    for (let round = 0; round < kills; round++) {
      await using indexer = startProcess(database.url)
      await untilLeader(indexer)
      const before = await blockOf(database)
      const activity = createActivity(chain, seed + round).run(12, 5)
      // Every other time it is killed while it runs; otherwise it may just have started.
      if (round % 2 === 0) await eventually(async () => (await blockOf(database)) !== before)
      await delay(random() * 100)
      await indexer.kill()
      await activity
      blocks.add(await blockOf(database))
    }
    await using last = startProcess(database.url)
    await untilLeader(last)
    await untilIndexed(database, chain)
    expect(await contentsOf(database)).toEqual(await freshContents(chain))
    // The kills happened at different points of the work.
    expect(blocks.size).toBeGreaterThan(2)
  })
})

test('one of two replicas indexes; when it is killed, the other takes over', async () => {
  await using database = await createTestDatabase({ migrations: [migrations] })
  await using first = startProcess(database.url)
  await untilLeader(first)
  await using second = startProcess(database.url)
  await untilIndexed(database, chain)
  await eventually(() => second.output() !== '' || second.child.exitCode === null)
  await delay(1_500)
  expect(second.output()).not.toContain('became leader')
  const killedAt = performance.now()
  await first.kill()
  await createActivity(chain, 500).run(3, 4)
  await untilIndexed(database, chain)
  process.stdout.write(`indexed again ${Math.round(performance.now() - killedAt)} ms after the kill\n`)
  expect(second.output()).toContain('became leader')
  expect(await contentsOf(database)).toEqual(await freshContents(chain))
})

test('a restart of the database in the middle loses nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-launch-'))
  const log = pino({ level: 'silent' })
  const open = () => openCluster({ dataDir: folder, log })
  let cluster = await open()
  const { user, password, host = '' } = cluster.connection
  const url = `postgresql://${user}:${password}@${encodeURIComponent(String(host))}/postgres`
  const database = { ...(await openDatabase({ databaseUrl: url, dataDir: '', log, migrations: [migrations] })), url }
  using client = openChain(rpc.url)
  const indexing = await startIndexing(client, { database })
  for (let round = 0; round < 3; round++) {
    const activity = createActivity(chain, 600 + round).run(6, 4)
    await delay(60 * round)
    await cluster[Symbol.asyncDispose]()
    await activity
    cluster = await open()
    await untilIndexed(database, chain)
  }
  expect(await contentsOf(database)).toEqual(await freshContents(chain))
  await indexing[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('a process that no longer leads reports no problem from its term', async () => {
  await using database = await createTestDatabase({ migrations: [migrations] })
  rpc.set({ faults: { serverError: 1 } })
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client, { database })
  await eventually(() => indexing.indexer.problem())
  await using other = await database.connect({ lock_timeout: '0', statement_timeout: '0' })
  const taken = other.query("select pg_advisory_lock(hashtextextended('slipway/leader/launchpad', 0))", [], 300_000)
  await sql`select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and a.datname = current_database()`.execute(database.kysely)
  await taken
  await eventually(() => indexing.indexer.problem() === undefined)
  rpc.reset()
})

async function blockOf(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ block: number }>`select block from launch_chain`.execute(database.kysely)
  return rows[0]?.block
}
