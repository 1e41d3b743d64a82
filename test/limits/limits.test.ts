import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { Caller } from '#core/Access.ts'
import type { LimitClass } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createLimits, type Limits } from '#limits/createLimits.ts'
import { migrations } from '#limits/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import { startDatabaseProxy } from '../setup/database/databaseProxy.ts'
import { createKeysService } from '../setup/keys/keysService.ts'

const QUOTAS = { read: 100, build: 100, write: 10, control: 10, auth: 5, stream: 1000 }
const SHARED = { signups: 3, nonces: 1000, boxes: 3, streams: 20 }

/** A slow database is waited for, so that limits are never applied without it. */
const leaseMaxMs = 60_000

function createReplica(database: Database): Limits {
  return createLimits({ database, perMinute: QUOTAS, globalPerHour: SHARED, leaseMaxMs })
}

let developers = 0
const developer = (): Caller => ({
  kind: 'key',
  address: '127.0.0.1',
  developerId: `dev_${++developers}`,
  subject: 'wallet:0x1',
  keyId: 'key_1',
  scopes: [],
})

async function passed(replicas: Limits[], caller: Caller, [limitClass, calls]: [LimitClass, number]): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: calls }, (_, i) => replicas[i % replicas.length]?.limit(caller, limitClass)),
  )
  return verdicts.filter((verdict) => verdict?.allowed).length
}

/**
 * Windows follow the minutes and hours of the database's clock. A failure that straddled two of them proves nothing, and
 * is done again on a database that has counted nothing yet.
 */
async function inOneWindow(attempt: (database: TestDatabase) => Promise<void>): Promise<void> {
  for (;;) {
    await using database = await createTestDatabase({ migrations: [migrations] })
    const minute = minuteNow()
    try {
      return await attempt(database)
    } catch (error) {
      if (minuteNow() === minute) throw error
    }
  }
}

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000)
}

describe('across replicas', () => {
  test('1,000 calls at once on two replicas pass 100 times, within the stated block', () =>
    inOneWindow(async (database) => {
      await using one = createReplica(database)
      await using two = createReplica(database)
      const count = await passed([one, two], developer(), ['read', 1000])
      console.log(`limit 100, two replicas, 1,000 calls: ${count} passed`)
      expect(count).toBeGreaterThanOrEqual(95)
      expect(count).toBeLessThanOrEqual(110)
    }))

  test('a quota below 40 is exact on any number of replicas', () =>
    inOneWindow(async (database) => {
      await using replicas = new AsyncDisposableStack()
      const all = Array.from({ length: 5 }, () => replicas.use(createReplica(database)))
      expect(await passed(all, developer(), ['write', 200])).toBe(10)
      expect(await passed(all, developer(), ['auth', 200])).toBe(5)
    }))

  test('buckets for all callers hold for all replicas', () =>
    inOneWindow(async (database) => {
      await using one = createReplica(database)
      await using two = createReplica(database)
      const takes = [one, two, one, two, one].map(async (replica) => replica.takeGlobally('signups'))
      const outcomes = await Promise.allSettled(takes)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'resource_exhausted', headers: { 'retry-after': expect.stringMatching(/^\d+$/) } },
      })
    }))

  test('streams count against the bucket of their caller and the global one', () =>
    inOneWindow(async (database) => {
      await using limits = createReplica(database)
      const counts = await Promise.all(Array.from({ length: 4 }, () => passed([limits], developer(), ['stream', 10])))
      expect(counts.reduce((sum, count) => sum + count)).toBe(20)
      expect(await limits.limit(developer(), 'stream')).toMatchObject({ allowed: false, policy: 'streams' })
    }))
})

describe('whose bucket it is', () => {
  test('all credentials of a developer share one, another developer has another', () =>
    inOneWindow(async (database) => {
      await using limits = createReplica(database)
      const key = developer()
      const developerId = key.kind === 'key' ? key.developerId : ''
      const session: Caller = {
        kind: 'session',
        address: '10.0.0.9',
        developerId,
        subject: 's',
        tokenId: 't',
        expiresAt: 0,
        operator: false,
      }
      expect(await passed([limits], key, ['auth', 3])).toBe(3)
      expect(await passed([limits], session, ['auth', 10])).toBe(2)
      expect(await passed([limits], developer(), ['auth', 10])).toBe(5)
    }))

  test('anonymous callers share that of their address; classes are apart', () =>
    inOneWindow(async (database) => {
      await using limits = createReplica(database)
      const at = (address: string): Caller => ({ kind: 'anonymous', address })
      expect(await passed([limits], at('10.0.0.1'), ['auth', 10])).toBe(5)
      expect(await passed([limits], at('10.0.0.1'), ['write', 20])).toBe(10)
      expect(await passed([limits], at('10.0.0.2'), ['auth', 10])).toBe(5)
      expect(await passed([limits], at('2001:db8:0:1::/64'), ['auth', 10])).toBe(5)
    }))
})

test('without the database calls are still served, and still limited', () =>
  inOneWindow(async (database) => {
    await using proxy = await startDatabaseProxy(database.url)
    const log = pino({ level: 'silent' })
    await using cutOff = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log, migrations: [migrations] })
    await using limits = createReplica(cutOff)
    await proxy.cut()
    expect(await passed([limits], developer(), ['read', 500])).toBe(100)
  }))

test('a response says how many calls are left, and a 429 when to try again', () =>
  inOneWindow(async () => {
    await using service = await createKeysService({ perMinute: { read: 3 }, leaseMaxMs })
    const first = await service.send('GET', '/probe/open')
    expect(first.headers.get('ratelimit-policy')).toBe('"read";q=3;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"read";r=2;t=\d+$/)
    await service.send('GET', '/probe/open')
    await service.send('GET', '/probe/open')
    const refused = await service.send('GET', '/probe/open')
    expect(refused).toMatchObject({ status: 429, body: { code: 'resource_exhausted' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }))

test('tries with bad keys are paid for by their address', () =>
  inOneWindow(async () => {
    await using service = await createKeysService({ perMinute: { read: 3 }, leaseMaxMs })
    const replies = []
    for (let i = 0; i < 5; i++) replies.push(await service.send('GET', '/probe/build', { key: 'svc_sk_x' }))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429])
  }))

test('a box has its own buckets, so that its owner can still stop it', () =>
  inOneWindow(async (database) => {
    await using replica = createReplica(database)
    const owner = developer()
    const developerId = owner.kind === 'key' ? owner.developerId : ''
    const box: Caller = { kind: 'box', address: 'box_1', developerId, boxId: 'box_1', scopes: [] }
    expect(await passed([replica], box, ['write', 30])).toBe(QUOTAS.write)
    expect(await passed([replica], owner, ['write', 5])).toBe(5)
  }))
