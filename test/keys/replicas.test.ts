import type { Kysely, KyselyPlugin } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#database/openDatabase.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import type { TestDatabase } from '../setup/database/database.ts'
import { startDatabaseProxy } from '../setup/database/databaseProxy.ts'
import { expiredKey } from '../setup/keys/expiredKey.ts'
import { createKeysService, type KeysService, migrations } from '../setup/keys/keysService.ts'

const log = pino({ level: 'silent' })

let service: KeysService
let token: string
beforeAll(async () => {
  service = await createKeysService()
  token = await service.signIn()
})
afterAll(() => service[Symbol.asyncDispose]())

/** Another process on the same database: its own pool, its own listening connection. */
async function openReplica(
  of: TestDatabase = service.database,
  changes: Partial<TestDatabase> = {},
  options: Parameters<typeof createKeysService>[0] = {},
) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openDatabase({ databaseUrl: of.url, dataDir: '', log, migrations }))
  const replica = opened.use(
    await createKeysService({ ...options, database: { ...database, url: of.url, ...changes } }),
  )
  const owned = opened.move()
  return { ...replica, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const call = async (one: KeysService, key: string) => (await one.send('GET', '/probe/build', { key })).status

describe('queries', () => {
  let queries = 0
  let confirmations = 0
  let since = 0
  const restart = () => {
    queries = 0
    since = performance.now()
  }
  /** The service also reads key changes and writes usage a few times a second. */
  const polls = () => 1 + Math.ceil((performance.now() - since) / 200)
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      queries++
      return node
    },
    async transformResult({ result }) {
      if (result.rows[0] && 'changed' in result.rows[0]) confirmations++
      return result
    },
  }
  /** On a clock that only the test advances, so that cached keys do not age. */
  const counted = async (options: Parameters<typeof createKeysService>[0] = {}) => {
    const kysely = service.database.kysely.withPlugin(counter)
    const tables = <Tables>() => kysely as unknown as Kysely<Tables>
    return createKeysService({ elapsed: () => 0, ...options, database: { ...service.database, tables } })
  }

  test('a cold key costs exactly one, a warm one none', async () => {
    const { key } = await service.createKey(token)
    await using replica = await counted({ pollMs: NEVER_MS })
    restart()
    expect(await call(replica, key)).toBe(200)
    expect(queries).toBe(1)
    for (let i = 0; i < 100; i++) expect(await call(replica, key)).toBe(200)
    expect(queries).toBeLessThanOrEqual(1 + polls())
    expect(replica.authenticate({ secret: key, address: '127.0.0.1' })).not.toBeInstanceOf(Promise)
  })

  test('many callers with the same cold key share one', async () => {
    const { key } = await service.createKey(token)
    await using replica = await counted()
    restart()
    const statuses = await Promise.all(Array.from({ length: 500 }, () => call(replica, key)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(queries).toBeLessThanOrEqual(1 + polls())
  })

  test('a key with a wrong checksum costs none', async () => {
    await using replica = await counted({ pollMs: NEVER_MS })
    const { key } = await service.createKey(token)
    restart()
    expect(await call(replica, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBe(401)
    expect(queries).toBe(0)
  })

  test('unknown keys are limited per address and minute, and known keys keep working', async () => {
    const { key } = await service.createKey(token)
    const other = await service.createKey(token)
    await using replica = await counted()
    expect(await call(replica, key)).toBe(200)
    restart()
    const tries = await Promise.all(Array.from({ length: 1000 }, () => call(replica, ApiKey.create())))
    expect(tries.filter((status) => status === 429)).toHaveLength(700)
    expect(tries).toContain(401)
    expect(queries).toBeLessThanOrEqual(300 + polls())
    expect(await call(replica, key)).toBe(200)
    expect(await replica.authenticate({ secret: other.key, address: '10.0.0.9' })).toMatchObject({ keyId: other.id })
  })

  test('a key in use is confirmed in the background and stays warm', async () => {
    const { key } = await service.createKey(token)
    let elapsed = 0
    await using replica = await counted({ elapsed: () => elapsed, pollMs: 5 })
    await call(replica, key)
    for (let step = 0; step < 6; step++) {
      expect(replica.authenticate({ secret: key, address: '127.0.0.1' })).not.toBeInstanceOf(Promise)
      elapsed += 800
      // The first of them may have been asked for before that.
      const confirmed = confirmations + 2
      await expect.poll(() => confirmations, { interval: 5 }).toBeGreaterThanOrEqual(confirmed)
    }
  })
})

const NEVER_MS = 24 * 60 * 60_000

describe('revocation', () => {
  /** A key that the replica knows and that is revoked now, by the first service. */
  async function revokedKey(replica: KeysService): Promise<string> {
    const { key, id } = await service.createKey(token)
    for (let i = 0; i < 5; i++) expect(await call(replica, key)).toBe(200)
    await service.send('DELETE', `/api/developer/keys/${id}`, { token })
    expect(await call(service, key)).toBe(401)
    return key
  }

  test('reaches another replica by a wake-up alone: one that never polls, and whose memory never ages', async () => {
    await using replica = await openReplica(service.database, {}, { elapsed: () => 0, pollMs: NEVER_MS })
    for (let i = 0; i < 5; i++) {
      const key = await revokedKey(replica)
      await expect.poll(() => call(replica, key), { interval: 5 }).toBe(401)
    }
  })

  test('reaches another replica that hears no wake-up and never polls, as soon as its memory is 900 ms old', async () => {
    const deaf = { listen: () => ({ [Symbol.dispose]() {} }) }
    let elapsed = 0
    await using replica = await openReplica(service.database, deaf, { elapsed: () => elapsed, pollMs: NEVER_MS })
    for (let i = 0; i < 5; i++) {
      const key = await revokedKey(replica)
      elapsed += 900
      expect(await call(replica, key)).toBe(200)
      elapsed += 1
      expect(await call(replica, key)).toBe(401)
    }
  })

  test('reaches another replica that hears no wake-up by its polls, though its memory never ages', async () => {
    const deaf = { listen: () => ({ [Symbol.dispose]() {} }) }
    await using replica = await openReplica(service.database, deaf, { elapsed: () => 0 })
    const key = await revokedKey(replica)
    await expect.poll(() => call(replica, key), { interval: 5 }).toBe(401)
  })

  test('is not undone by a look-up whose answer was on its way', async () => {
    const [other, { key, id }] = [await service.createKey(token), await service.createKey(token)]
    const [read, released, seen] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as Settable[]
    const watching: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows as { id?: string; changed?: string[] }[]
        if (row?.changed?.includes(id)) seen?.resolve()
        if (row?.id !== id) return result
        read?.resolve()
        await released?.promise
        return result
      },
    }
    const kysely = service.database.kysely.withPlugin(watching)
    const tables = <Tables>() => kysely as unknown as Kysely<Tables>
    const database = { ...service.database, tables }
    await using replica = await createKeysService({ database, elapsed: () => 0, pollMs: 5 })
    for (let i = 0; i < 2; i++) expect(await call(replica, other.key)).toBe(200)
    const underWay = call(replica, key)
    await read?.promise
    await service.send('DELETE', `/api/developer/keys/${id}`, { token })
    // When the replica confirms another cached key, it also reads the revocation.
    await seen?.promise
    released?.resolve()
    expect(await underWay).toBe(200)
    expect(await call(replica, key)).toBe(401)
  })
})

type Settable = PromiseWithResolvers<void>

test('without the database a known key works for 900 ms and no longer, and again once it is back', async () => {
  await using proxy = await startDatabaseProxy(service.database.url)
  let elapsed = 0
  await using replica = await openReplica(
    { ...service.database, url: proxy.url },
    {},
    { elapsed: () => elapsed, pollMs: NEVER_MS },
  )
  const { key } = await service.createKey(token)
  expect(await call(replica, key)).toBe(200)
  await proxy.cut()
  elapsed = 900
  expect(await call(replica, key)).toBe(200)
  elapsed = 901
  expect(await call(replica, key)).toBe(503)
  await proxy.restore()
  await expect.poll(() => call(replica, key)).toBe(200)
})

test('a wall clock that jumps neither ends nor revives a key', async () => {
  let offset = 0
  await using jumpy = await createKeysService({ database: service.database, now: () => Date.now() + offset })
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
  const { key } = await service.createKey(token, { expiresAt })
  for (offset of [0, 3_600_000, -3_600_000]) expect(await call(jumpy, key)).toBe(200)
  const ended = await expiredKey({ make: async (end) => (await service.createKey(token, { expiresAt: end })).key })
  for (offset of [0, -3_600_000]) expect(await call(jumpy, ended)).toBe(401)
})

test('after the machine slept, the database and not the cache decides which keys have expired', async () => {
  let slept = 0
  const elapsed = performance.now()
  const now = () => Date.now() + slept
  await using sleepy = await createKeysService({ database: service.database, elapsed: () => elapsed, now })
  const { key, id } = await service.createKey(token, { expiresAt: new Date(Date.now() + 600_000).toISOString() })
  const secret = { secret: key, address: '127.0.0.1' }
  expect(await call(sleepy, key)).toBe(200)
  expect(sleepy.authenticate(secret)).not.toBeInstanceOf(Promise)
  slept = 3_600_000
  const asked = sleepy.authenticate(secret)
  expect(asked).toBeInstanceOf(Promise)
  expect(await asked).toMatchObject({ keyId: id })
  expect(sleepy.authenticate(secret)).not.toBeInstanceOf(Promise)
})
