import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import { createKeysService, type KeysService, type Reply } from '../setup/keys/keysService.ts'

let service: KeysService
beforeAll(async () => {
  // The whole burst is served, however slow the machine is.
  service = await createKeysService({ queueWaitMaxMs: 300_000 })
})
afterAll(() => service[Symbol.asyncDispose]())

const BURST = 120

/** A developer who has a key that makes keys and 149 others, and so 50 more to make. */
async function busyKey(): Promise<string> {
  const token = await service.signIn()
  const { key, id } = await service.createKey(token, { scopes: ['api:*', 'keys:manage'] })
  await sql`insert into api_keys (id, developer_id, subject, name, digest, masked, scopes, created_by)
    select id || n, developer_id, subject, name, sha256((id || n)::bytea), masked, scopes, created_by
    from api_keys, generate_series(1, 149) n where id = ${id}`.execute(service.database.kysely)
  return key
}

/** Sends a whole burst at once, and watches meanwhile what others get and how many wait for a connection. */
async function burst(send: () => Promise<Reply>): Promise<{ own: number[]; others: number[]; waitingMax: number }> {
  const reader = await service.signIn()
  await service.createKey(reader)
  const others: number[] = []
  let [isOver, waitingMax] = [false, 0]
  const read = async () => {
    while (!isOver) {
      others.push((await service.send('GET', '/api/developer/keys', { token: reader })).status)
      waitingMax = Math.max(waitingMax, service.database.usage().waiting)
      await delay(2)
    }
  }
  const reading = Promise.all([read(), read()])
  const replies = await Promise.all(Array.from({ length: BURST }, send)).finally(() => {
    isOver = true
  })
  await reading
  return { own: replies.map(({ status }) => status), others, waitingMax }
}

function count(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries(
    Map.groupBy(statuses, Number)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
}

test('a burst of creations by one developer takes no connection from anybody else', async () => {
  const key = await busyKey()
  const body = { name: 'one of many' }
  const { own, others, waitingMax } = await burst(() => service.send('POST', '/api/developer/keys', { key, body }))
  expect(count(own)).toEqual({ 201: 50, 400: 70 })
  expect(Object.keys(count(others))).toEqual(['200'])
  expect(waitingMax).toBeLessThanOrEqual(2)
  expect(service.failures).toEqual([])
})

test('any number of queued creations of one developer hold one connection, and reads of others do not wait', async () => {
  const [busy, reader] = [await service.signIn(), await service.signIn()]
  const { body: me } = await service.send('GET', '/api/auth/me', { token: busy })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  // Holding this lock simulates a slow first creation.
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${`keys of ${me['developerId']}`}, 0))`
  const holding = service.database.kysely.transaction().execute(async (tx) => {
    await sql`select ${lock}`.execute(tx)
    await released
  })
  await eventually(async () => (await locks(true)) === 1)
  let answered = 0
  const burst = Array.from({ length: 200 }, () =>
    service
      .send('POST', '/api/developer/keys', { token: busy, body: { name: 'one of many' } })
      .finally(() => answered++),
  )
  await eventually(async () => (await locks(false)) === 1)
  const reads = await Promise.all([1, 2, 3].map(() => service.send('GET', '/api/developer/keys', { token: reader })))
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answered).toBeLessThan(burst.length)
  await eventually(() => taken() === 2)
  expect(service.database.usage().waiting).toBe(0)
  release()
  await Promise.all([holding, ...burst])
})

function taken(): number {
  const { open, idle } = service.database.usage()
  return open - idle
}

/** How many hold an advisory lock of this database, or wait for one. */
async function locks(granted: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_locks
    where locktype = 'advisory' and granted = ${granted}
      and database = (select oid from pg_database where datname = current_database())`.execute(service.database.kysely)
  return rows[0]?.count ?? 0
}

test('a burst with Idempotency-Keys does not either', async () => {
  const key = await busyKey()
  const create = () => {
    const headers = { 'idempotency-key': randomUUID() }
    return service.send('POST', '/api/developer/keys', { key, headers, body: { name: 'one of many' } })
  }
  const { own, others, waitingMax } = await burst(create)
  expect(count(own)).toEqual({ 201: 50, 400: 70 })
  expect(Object.keys(count(others))).toEqual(['200'])
  expect(waitingMax).toBeLessThanOrEqual(2)
})

test('a burst of revocations, which all take the same turn, does not either', async () => {
  const key = await busyKey()
  const { id } = await service.createKey(key)
  const { own, others, waitingMax } = await burst(() => service.send('DELETE', `/api/developer/keys/${id}`, { key }))
  expect(count(own)).toEqual({ 204: BURST })
  expect(Object.keys(count(others))).toEqual(['200'])
  expect(waitingMax).toBeLessThanOrEqual(2)
})
