import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as LeaderElection from '#database/LeaderElection.ts'
import { expireRows } from '#launchpad/indexer/write/expireRows.ts'
import { migrations } from '#launchpad/migrations.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { startIndexing } from '../setup/launchpad/launchIndex.ts'

const HOUR = 3_600_000

let chain: Launch.LaunchChain
let rpc: FaultRpc
let database: TestDatabase
beforeAll(async () => {
  chain = await Launch.startLaunchChain()
  rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  database = await createTestDatabase({ migrations: [migrations] })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rpc.close()
})

/** Lets an indexer work, at a clock that is so much ahead, until it has looked at the chain. */
async function indexOnce(aheadMs = 0): Promise<void> {
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client, { database, now: () => Date.now() + aheadMs })
  const { number } = await chain.head()
  await eventually(() => {
    const state = indexing.indexer.state()
    return state?.head.header && state.cursor.checkpoint.block === number
  })
}

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(database.kysely)).rows
}

test('trades leave the sums of the last day after a day, and no other', async () => {
  const [ann] = chain.accounts as [Address]
  await chain.mine([Launch.create(ann, { name: 'Daily', symbol: 'DAY', value: parseEther('0.1') })])
  await indexOnce()
  type Sums = { trades: number; day: number; volume: string; volume_day: string }
  const sums = () =>
    rows(
      sql<Sums>`select trades, trades_24h as day, volume, volume_24h as volume_day from launch_curves
        union all select trades, trades_24h, volume, volume_24h from launch_chain`,
    )
  const wei = String(parseEther('0.1'))
  expect(await sums()).toEqual(Array(2).fill({ trades: 1, day: 1, volume: wei, volume_day: wei }))
  await indexOnce(23 * HOUR)
  expect((await sums())[0]).toMatchObject({ day: 1 })
  await indexOnce(25 * HOUR)
  expect(await sums()).toEqual(Array(2).fill({ trades: 1, day: 0, volume: wei, volume_day: '0' }))
})

test('enough old blocks are kept to find a fork of long ago', async () => {
  await using own = await createTestDatabase({ migrations: [migrations] })
  const head = { block: 50_000, hash: '0xhead', time: 0 }
  await sql`insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block, block_hash, block_time, window_start)
    values (4663, '', '', '', 101, '', ${head.block}, ${head.hash}, 0, 0)`.execute(own.kysely)
  await sql`insert into launch_blocks (number, hash, at) select n, '', 0 from generate_series(100, 50000) n`.execute(
    own.kysely,
  )
  const swept = Promise.withResolvers<unknown>()
  await using _ = LeaderElection.elect(own, {
    name: 'upkeep',
    onElected: (term) =>
      expireRows({ db: own.tables<Tables>(), term }, { expected: head, nowMs: Date.now() }).then(
        swept.resolve,
        swept.reject,
      ),
  })
  await swept.promise
  const { rows: left } = await sql<{ number: number }>`select number from launch_blocks order by number`.execute(
    own.kysely,
  )
  const kept = left.map(({ number }) => number)
  const sparse = [100, ...Array.from({ length: 42 }, (_, index) => (index + 1) * 1024)]
  const dense = Array.from({ length: 6_001 }, (_, index) => 44_000 + index)
  expect(kept).toEqual([...sparse, ...dense])
})

test('outbox rows older than the replay window are deleted', async () => {
  await sql`insert into launch_outbox (seq, kind, body) select n, 'progress', '{}' from generate_series(1000, 1009) n`.execute(
    database.kysely,
  )
  await sql`update launch_chain set last_seq = 201004`.execute(database.kysely)
  await indexOnce()
  const left = await rows(
    sql<{ seq: number }>`select seq from launch_outbox where seq between 1000 and 1009 order by seq`,
  )
  expect(left.map(({ seq }) => seq)).toEqual([1005, 1006, 1007, 1008, 1009])
})
