import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { expect, inject, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import { migrations } from '#launchpad/migrations.ts'
import { startFaultRpc } from '../setup/chain/faultRpc.ts'
import { seeded } from '../setup/chain/rpcLies.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { type IndexerProcess, startIndexerProcess, untilLeader } from '../setup/launchpad/indexerProcess.ts'
import { startLaunchChain } from '../setup/launchpad/launchChain.ts'
import { contentsOf, freshContents, untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { createSplit } from '../setup/launchpad/launchStates.ts'
import { expectTruth } from '../setup/launchpad/launchTruth.ts'
import { createLedger, type Ledger } from '../setup/launchpad/ledger.ts'
import { createLegalActivity } from '../setup/launchpad/legalActivity.ts'
import { deployDonor } from '../setup/launchpad/poolHelpers.ts'
import { type Constants, readConstants } from '../setup/launchpad/rawChain.ts'
import { recountTables } from '../setup/launchpad/recountTables.ts'
import { readBlockHash, readMoment } from '../setup/launchpad/tableLines.ts'

const SEED = Number(process.env['SEED'] ?? 4663)
const TRANSACTIONS = Number(process.env['TRANSACTIONS'] ?? (inject('deep') ? 1_000 : 250))
/** A recount takes time in proportion to the chain, so that ten chains take less than one of their length. */
const CHAINS = inject('deep') ? 10 : 1
const SEEDS = Array.from({ length: CHAINS }, (_, chain) => SEED + 1_000_000 * chain)

type Watched = { database: Database; ledger: Ledger; constants: Constants }

/** Compares the tables with a recount of the raw logs until the block that the tables name. */
async function compare({ database, ledger, constants }: Watched): Promise<string | undefined> {
  const { hash, lines, aside } = await readMoment(database)
  if (hash === undefined) return undefined
  // The index may read a block before the test has recorded it.
  await eventually(() => ledger.logsUntil(hash) !== undefined, { what: `the logs of ${hash}`, timeoutMs: 300_000 })
  const recounted = recountTables(ledger.logsUntil(hash) ?? [], constants)
  for (const [table, rows] of Object.entries(recounted)) {
    const [stored, right] = [new Set(lines[table]), new Set(rows)]
    const differences = { wrong: [...stored.difference(right)], missing: [...right.difference(stored)] }
    expect([hash, table, differences, stored.size]).toEqual([hash, table, { wrong: [], missing: [] }, rows.length])
  }
  expect(aside).toEqual([])
  return hash
}

/** Compares whenever the index has moved, until it is stopped; returns the blocks at which it compared. */
function watch(watched: Watched): { stop(): Promise<Set<string>> } {
  const seen = new Set<string>()
  let last: string | undefined
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      if ((await readBlockHash(watched.database)) !== last) last = await compare(watched)
      if (last) seen.add(last)
      await delay(20)
    }
    return seen
  })()
  running.catch(() => {})
  return {
    stop() {
      isOver = true
      return running
    },
  }
}

const NAME = `${TRANSACTIONS} random transactions with reorganisations and kills: the tables always equal a recount, seed %d`
const TIMEOUT_MS = Math.max(180_000, TRANSACTIONS * 1_000)

test.each(SEEDS)(NAME, { timeout: TIMEOUT_MS }, async (seed) => {
  const ledger = await createLedger(await startLaunchChain())
  const { chain, count } = ledger
  const rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  await using database = await createTestDatabase({ migrations: [migrations] })
  const helpers = { donor: await deployDonor(chain, chain.accounts[0] as Address), split: await createSplit(chain) }
  const watched = { database, ledger, constants: await readConstants(chain) }
  const random = seeded(seed)
  const done = { kills: 0, reorgs: 0 }
  const start = async (): Promise<IndexerProcess> => {
    const started = startIndexerProcess(database.url, rpc.url)
    await untilLeader(started)
    return started
  }
  let indexer = await start()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rpc.close())
  stack.defer(() => indexer.kill())
  const watching = watch(watched)
  for (let round = 0; count.succeeded < TRANSACTIONS; round++) {
    const before = await chain.snapshot()
    const depth = 2 + Math.floor(random() ** 2 * 30)
    const activity = createLegalActivity(chain, seed + 10 * round, helpers).run(depth)
    const isKilled = random() < 0.15 || round === 1
    if (isKilled) {
      await delay(random() * 500)
      await indexer.kill()
      done.kills += 1
    }
    await activity
    if (random() < 0.35 || round === 2) {
      if (random() < 0.5 && !isKilled) await untilIndexed(database, chain)
      await chain.revert(before)
      done.reorgs += 1
      await createLegalActivity(chain, -seed - 10 * round, helpers).run(1 + Math.floor(random() * depth * 1.3))
    }
    if (isKilled) indexer = await start()
    await untilIndexed(database, chain)
    await compare(watched)
  }
  const blocks = await watching.stop()
  const contents = await contentsOf(database)
  expect(contents).toEqual(await freshContents(chain))
  await expectTruth(chain, contents)
  process.stdout.write(`${JSON.stringify({ ...count, ...done, moments: blocks.size })}\n`)
  expect(Math.min(done.kills, done.reorgs)).toBeGreaterThan(0)
})
