import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, REVALIDATED } from '#core/Operation.ts'
import { openDatabase } from '#database/openDatabase.ts'
import * as Body from '#http/Body.ts'
import { trustedProxies } from '#http/clientAddress.ts'
import { createAnswerCache } from '#http/createAnswerCache.ts'
import { type App, createApp } from '#http/createApp.ts'
import type { Exchange } from '#http/Exchange.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { createTestDatabase } from '../setup/database/database.ts'

let app: App
let revision: string
let runs: number
let isBroken: boolean

const numbers = define({
  name: 'numbers',
  method: 'GET',
  path: '/numbers',
  tag: 'test',
  summary: 'For a test.',
  access: none,
  limit: 'read',
  errors: [],
  cacheControl: REVALIDATED,
  revision: async () => revision,
  request: z.strictObject({ of: z.string().optional() }),
  response: z.object({ of: z.string().optional(), run: z.int(), padding: z.string() }),
  async handle({ of }) {
    runs += 1
    if (isBroken) throw new ApiError('unavailable', 'Try again later.')
    return { of, run: runs, padding: 'x'.repeat(2_000) }
  },
})

beforeEach(() => {
  app = createApp(plainOptions([numbers]))
  revision = 'one'
  runs = 0
  isBroken = false
})

async function get(path = '/numbers', headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch(new Request(`https://slipway.example${path}`, { headers }))
}

async function runOf(path?: string): Promise<number> {
  const body = (await (await get(path)).json()) as { run: number }
  return body.run
}

test('a repeated read runs again only after its revision changed', async () => {
  expect([await runOf(), await runOf(), await runOf(), await runOf()]).toEqual([1, 2, 2, 2])
  revision = 'two'
  expect([await runOf(), await runOf()]).toEqual([3, 3])
  revision = 'one'
  expect(await runOf()).toBe(2)
})

test('reads of different URLs do not share an answer', async () => {
  for (const _ of [1, 2, 3]) await Promise.all([get('/numbers?of=a'), get('/numbers?of=b')])
  expect(await (await get('/numbers?of=a')).json()).toMatchObject({ of: 'a' })
  expect(await (await get('/numbers?of=b')).json()).toMatchObject({ of: 'b' })
})

test('reads that arrive together are answered by one run', async () => {
  await get()
  await Promise.all(Array.from({ length: 20 }, () => get()))
  expect(runs).toBe(2)
})

test('an error is not kept', async () => {
  await get()
  isBroken = true
  expect((await get()).status).toBe(503)
  isBroken = false
  expect((await get()).status).toBe(200)
})

test('a revision that never comes ends like an operation that takes too long', async () => {
  app = createApp(plainOptions([{ ...numbers, timeoutMs: 50, revision: () => new Promise(() => {}) }]))
  await get()
  expect((await get()).status).toBe(504)
})

test('a kept answer holds no more memory than its bytes, in either form', async () => {
  const body = Body.kept('x'.repeat(2_000))
  for (const encoding of ['gzip', 'br'] as const) {
    const { buffer, byteLength } = await body.compress(encoding)
    expect(buffer.byteLength).toBe(byteLength)
  }
})

test('a caller whose reads wait for connections does not make others wait or fail', async () => {
  await using prepared = await createTestDatabase()
  // With the product's wait for a connection, which the flood exceeds.
  const address = { databaseUrl: prepared.url, dataDir: '', log: pino({ level: 'silent' }), migrations: [] }
  await using database = await openDatabase(address)
  const handle = async () => {
    await sql`select pg_sleep(0.3)`.execute(database.kysely)
    return { run: 0, padding: '' }
  }
  app = createApp(plainOptions([{ ...numbers, handle }], { proxies: trustedProxies(['127.0.0.1']) }))
  const read = (path: string, from: string) => get(path, { 'x-forwarded-for': from })
  await read('/numbers', '192.0.2.1')
  const flood = Array.from({ length: 80 }, (_, index) => read(`/numbers?of=${index}`, '192.0.2.1'))
  const theirs = read('/numbers', '192.0.2.1')
  const ours = await read('/numbers', '192.0.2.2')
  expect((await theirs).status).toBe(503)
  expect(ours.status).toBe(200)
  await Promise.all(flood)
})

test('a kept answer has the same headers, validator and compressed form as a new one', async () => {
  await get()
  const made = await get()
  const kept = await get('/numbers', { 'accept-encoding': 'gzip' })
  const text = gunzipSync(Buffer.from(await kept.arrayBuffer())).toString()
  expect(text).toBe(await made.text())
  expect(kept.headers.get('etag')).toBe(made.headers.get('etag'))
  expect(kept.headers.get('cache-control')).toBe('public, no-cache')
  const unchanged = await get('/numbers', { 'if-none-match': kept.headers.get('etag') ?? '' })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  revision = 'two'
  const changed = await get('/numbers', { 'if-none-match': kept.headers.get('etag') ?? '' })
  expect(changed.status).toBe(200)
})

test('the least recently used answers make room for new ones', async () => {
  const answer = createAnswerCache(20_000)
  const read = (name: string) => {
    const exchange = { operation: numbers, request: { url: `https://slipway.example/${name}` } }
    return answer(exchange as Exchange, () => {
      runs += 1
      return { status: 200, body: 'x'.repeat(2_000) }
    })
  }
  for (const name of ['a', 'a', 'b', 'b', 'a']) await read(name)
  expect(runs).toBe(4)
  for (const name of ['c', 'c']) await read(name)
  expect(runs).toBe(6)
  await read('a')
  expect(runs).toBe(6)
  await read('b')
  expect(runs).toBe(7)
})
