import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import * as LeaderElection from '#database/LeaderElection.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import { eventually, type Service, startService } from '../setup/database/databaseService.ts'

const log = pino({ level: 'silent' })

function openReplica({ url }: TestDatabase) {
  return openDatabase({ databaseUrl: url, dataDir: '', log, migrations: [] })
}

/** Ends every session that listens, as a restart or a failover would. */
async function cutListeners(database: TestDatabase): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ~* '^(listen|select 1$|select pg_notify)'`.execute(
    database.kysely,
  )
  return rows.length
}

describe('a wake-up', () => {
  test('reaches the listeners of every replica, those of the sender at once', async () => {
    await using here = await createTestDatabase()
    await using there = await openReplica(here)
    const heard = { here: 0, there: 0 }
    using _here = here.listen('rooms', (reason) => reason === 'notified' && heard.here++)
    using _there = there.listen('rooms', (reason) => reason === 'notified' && heard.there++)
    await connected(there)
    here.notify('rooms')
    await Promise.resolve()
    expect(heard.here).toBe(1)
    await eventually(() => heard.there === 1)
    await delay(100)
    expect(heard).toEqual({ here: 1, there: 1 })
  })

  test('of a thousand in a burst few cross between replicas, and the last is never lost', async () => {
    await using here = await createTestDatabase()
    await using there = await openReplica(here)
    let heard = 0
    using _there = there.listen('rooms', (reason) => reason === 'notified' && heard++)
    await connected(there)
    await connected(here)
    for (let call = 0; call < 1_000; call++) here.notify('rooms')
    await eventually(() => heard > 0)
    const before = heard
    here.notify('rooms')
    await eventually(() => heard > before)
    expect(heard).toBeLessThan(10)
  })

  test('stays on its channel, and stops when the listener does', async () => {
    await using here = await createTestDatabase()
    await using there = await openReplica(here)
    const heard: string[] = []
    using _a = there.listen('a', (reason) => heard.push(`a ${reason}`))
    const b = there.listen('b "quoted"', (reason) => heard.push(`b ${reason}`))
    await eventually(() => heard.length === 2)
    here.notify('b "quoted"')
    await eventually(() => heard.includes('b notified'))
    b[Symbol.dispose]()
    here.notify('b "quoted"')
    here.notify('a')
    await eventually(() => heard.includes('a notified'))
    expect(heard.sort()).toEqual(['a connected', 'a notified', 'b connected', 'b notified'])
  })

  test('lost with its connection is made up for: the listener reads again, and gets the next one', async () => {
    await using here = await createTestDatabase()
    await using there = await openReplica(here)
    const heard: string[] = []
    using _there = there.listen('rooms', (reason) => heard.push(reason))
    await eventually(() => heard.length === 1)
    expect(await cutListeners(here)).toBeGreaterThan(0)
    await eventually(() => heard.length === 2)
    here.notify('rooms')
    await eventually(() => heard.length === 3)
    expect(heard).toEqual(['connected', 'connected', 'notified'])
  })

  test('comes again after the server stops answering on its connection', async () => {
    await using here = await createTestDatabase()
    await using there = await openReplica(here)
    const heard: string[] = []
    using _there = there.listen('rooms', (reason) => heard.push(reason))
    await eventually(() => heard.length === 1)
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query ~ '^(listen|select 1$)'`.execute(here.kysely)
    expect(rows).toHaveLength(1)
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
    try {
      await eventually(() => heard.length === 2)
      here.notify('rooms')
      await eventually(() => heard.length === 3)
      expect(heard).toEqual(['connected', 'connected', 'notified'])
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    }
  })

  test('a listener that throws does not affect the others', async () => {
    await using here = await createTestDatabase()
    let heard = 0
    using _bad = here.listen('rooms', () => {
      throw new Error('bad listener')
    })
    using _good = here.listen('rooms', () => heard++)
    here.notify('rooms')
    await eventually(() => heard > 0)
  })
})

/** Resolves once the replica's connection listens to everything asked of it so far. */
async function connected(database: Pick<TestDatabase, 'listen'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  using _probe = database.listen('probe', (reason) => reason === 'connected' && resolve())
  await promise
}

describe('an election', () => {
  test('elects one of several candidates, with a higher epoch each time, until it resigns', async () => {
    await using database = await createTestDatabase()
    const inOffice = new Set<string>()
    const epochs: number[] = []
    const runFor = (name: string) =>
      LeaderElection.elect(database, {
        name: 'indexer',
        async onElected({ epoch }, signal) {
          inOffice.add(name)
          epochs.push(epoch)
          expect(inOffice.size).toBe(1)
          if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
          inOffice.delete(name)
        },
      })
    const candidates = { a: runFor('a'), b: runFor('b'), c: runFor('c') }
    for (let term = 1; term <= 3; term++) {
      await eventually(() => epochs.length === term && inOffice.size === 1)
      const [leader] = inOffice
      await candidates[leader as 'a' | 'b' | 'c'][Symbol.asyncDispose]()
    }
    expect(epochs).toEqual([1, 2, 3])
    expect(inOffice.size).toBe(0)
  })

  test('a leader whose work fails runs again', async () => {
    await using database = await createTestDatabase()
    const epochs: number[] = []
    await using _candidate = LeaderElection.elect(database, {
      name: 'indexer',
      async onElected({ epoch }) {
        epochs.push(epoch)
        throw new Error('the chain is gone')
      },
    })
    await eventually(() => epochs.length === 2)
    expect(epochs).toEqual([1, 2])
  })

  test('a transaction of a former term is refused', async () => {
    await using database = await createTestDatabase()
    await sql`insert into leaders (name, epoch) values ('indexer', 5)`.execute(database.kysely)
    const check = (epoch: number) =>
      database.kysely
        .transaction()
        .execute((work) => LeaderElection.assertCurrentTerm(work, { name: 'indexer', epoch }))
    await check(5)
    await expect(check(4)).rejects.toThrow('Term 4 of the leader "indexer" is over')
  })
})

describe('two processes, of which one leads', () => {
  type Tick = { epoch: number; pid: number }

  async function startTwo(database: TestDatabase) {
    await using opened = new AsyncDisposableStack()
    const services = [1, 2].map(() => opened.use(startService('lead', database.url)))
    const elected = ({ said }: Service) => said.some((event) => 'elected' in event)
    const leader = await eventually(() => services.find(elected))
    const other = await eventually(() => services.find((service) => service !== leader))
    await other.until('ready')
    await eventually(async () => (await ticks(database)).length > 3)
    const owned = opened.move()
    return { leader, other, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  }

  async function ticks(database: TestDatabase): Promise<Tick[]> {
    return (await sql<Tick>`select epoch, pid from ticks order by n`.execute(database.kysely)).rows
  }

  async function takeover(other: Service): Promise<void> {
    const start = performance.now()
    await other.until('elected')
    process.stdout.write(`elected after ${Math.round(performance.now() - start)} ms\n`)
  }

  test('a killed leader is replaced', async () => {
    await using database = await createTestDatabase()
    await using pair = await startTwo(database)
    const { leader, other } = pair
    leader.child.kill('SIGKILL')
    await takeover(other)
  })

  test('a paused leader is replaced, and what it writes when it wakes up is refused', async () => {
    await using database = await createTestDatabase()
    await using pair = await startTwo(database)
    const { leader, other } = pair
    leader.child.kill('SIGSTOP')
    await takeover(other)
    await eventually(async () => (await ticks(database)).some(({ pid }) => pid === other.pid))
    leader.child.kill('SIGCONT')
    await leader.until('resigned')
    await delay(500)
    const epochs = (await ticks(database)).map(({ epoch }) => epoch)
    expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
    const lastOfLeader = (await ticks(database)).findLastIndex(({ pid }) => pid === leader.pid)
    const firstOfOther = (await ticks(database)).findIndex(({ pid }) => pid === other.pid)
    expect(lastOfLeader).toBeLessThan(firstOfOther)
    expect(leader.said.some((event) => 'crashed' in event)).toBe(false)
  })

  test('a leader that stops properly is replaced', async () => {
    await using database = await createTestDatabase()
    await using pair = await startTwo(database)
    const { leader, other } = pair
    leader.child.kill('SIGTERM')
    await takeover(other)
  })
})
