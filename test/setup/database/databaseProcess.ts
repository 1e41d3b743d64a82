import { sql } from 'kysely'
import pino from 'pino'
import type { Database } from '#database/Database.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import type { Migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { transaction } from '#database/transaction.ts'

/** A service reduced to its database, for tests that kill, pause and restart one: it says on stdout what it did. */
const [mode = '', place = ''] = process.argv.slice(2)

const migrations: Migrations = {
  'test/written': (db) => sql`create table written (id int8 primary key)`.execute(db),
  'test/ticks': (db) => sql`create table ticks (n int8 generated always as identity, epoch int8, pid int8)`.execute(db),
}

const modes: Record<string, (database: Database) => AsyncDisposable | undefined> = {
  hold: () => undefined,
  write(database) {
    let next = Date.now() * 1_000
    const writeOn = async (): Promise<void> => {
      const id = next++
      await sql`insert into written values (${id})`.execute(database.kysely)
      say({ acknowledged: id })
      return writeOn()
    }
    for (let writer = 0; writer < 8; writer++) void writeOn().catch((error) => say({ failed: String(error) }))
    return undefined
  },
  lead(database) {
    return LeaderElection.elect(database, {
      name: 'test',
      async onElected(term, signal) {
        say({ elected: term.epoch })
        while (!signal.aborted) await tick(database, term).catch((error) => say({ refused: error.message }))
        say({ resigned: term.epoch })
      },
    })
  },
}

/** Writes with a pause inside the transaction, where a leader that is stopped at any moment does the most harm. */
async function tick(database: Database, term: LeaderElection.Term): Promise<void> {
  await transaction(database.kysely, async (work) => {
    await LeaderElection.assertCurrentTerm(work, term)
    await sql`select pg_sleep(0.01)`.execute(work)
    await sql`insert into ticks (epoch, pid) values (${term.epoch}, ${process.pid})`.execute(work)
  })
}

function say(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}

async function main(): Promise<void> {
  const isUrl = place.startsWith('postgresql:')
  const log = pino({ level: 'info' }, { write: (line) => say({ log: JSON.parse(line).msg }) })
  const database = await openDatabase({
    databaseUrl: isUrl ? place : undefined,
    dataDir: isUrl ? '' : place,
    log,
    migrations: [migrations],
  })
  let work: AsyncDisposable | undefined
  const stop = async () => {
    const answered = await sql`select 1`.execute(database.kysely).then(
      () => true,
      () => false,
    )
    say({ answeredWhileStopping: answered })
    await work?.[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
    process.exit(0)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  say({ ready: { kind: database.kind, durability: database.durability.level } })
  work = modes[mode]?.(database)
}

process.on('uncaughtException', (error) => {
  say({ crashed: error.message })
  process.exit(1)
})
await main().catch((error) => {
  say({ error: error.message })
  process.exit(1)
})
