import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type App, createApp } from '#http/createApp.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { migrations } from '#idempotency/migrations.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

type Tables = { effects: { name: string } }
type Outcome = 'good' | 'refused' | 'conflict' | 'hook fails'

let database: TestDatabase
let app: App
let counts: Promise<number>[] = []
let failures: unknown[] = []
let attempts = 0

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [migrations] })
  await sql`create table effects (name text not null)`.execute(database.kysely)
  const { idempotently } = createIdempotency({ database })
  app = createApp(plainOptions([operation()], { idempotently, failed: (error) => failures.push(error) }))
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => {
  ;[counts, failures, attempts] = [[], [], 0]
})

/** Inserts a row, and counts after the commit how many rows others see. */
function operation() {
  const db = database.tables<Tables>()
  return define({
    name: 'insertEffect',
    method: 'POST',
    path: '/effects',
    tag: 'test',
    summary: 'Insert a row.',
    access: none,
    limit: 'write',
    errors: ['failed_precondition'],
    idempotent: true,
    request: z.strictObject({ name: z.string(), outcome: z.string() }),
    response: z.object({}),
    async handle({ name, outcome }: { name: string; outcome: Outcome }, call) {
      attempts++
      await inCallTransaction({ call, db }, async (tx) => {
        await tx.insertInto('effects').values({ name }).execute()
        if (!call.transaction && outcome === 'refused') throw new ApiError('failed_precondition', 'Refused.')
      })
      call.afterCommit(() => {
        counts.push(rowsNamed(name))
        if (outcome === 'hook fails') throw new Error('after the commit')
      })
      if (outcome === 'refused') throw new ApiError('failed_precondition', 'Refused.')
      if (outcome === 'conflict' && attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
      return {}
    },
  })
}

async function rowsNamed(name: string): Promise<number> {
  const rows = await database.tables<Tables>().selectFrom('effects').selectAll().where('name', '=', name).execute()
  return rows.length
}

async function insert(outcome: Outcome, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ name: randomUUID(), outcome })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  return (await app.fetch(new Request('https://slipway.example/effects', init))).status
}

test.each([
  ['with an Idempotency-Key', () => ({ 'idempotency-key': randomUUID() })],
  ['without one', () => ({})],
])('%s, work after the commit runs once and sees the committed row', async (_, headers) => {
  expect(await insert('good', headers())).toBe(200)
  expect(await Promise.all(counts)).toEqual([1])
})

test.each([
  ['with an Idempotency-Key', () => ({ 'idempotency-key': randomUUID() })],
  ['without one', () => ({})],
])('%s, a call that rolls back runs no work after the commit', async (_, headers) => {
  expect(await insert('refused', headers())).toBe(400)
  expect(counts).toEqual([])
})

test('a replayed answer runs no work after the commit', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const init = { method: 'POST', body: JSON.stringify({ name: randomUUID(), outcome: 'good' }), headers }
  const send = () => app.fetch(new Request('https://slipway.example/effects', init))
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  expect(await Promise.all(counts)).toEqual([1])
})

test('a transaction that is run again after a deadlock runs the work of its last run only', async () => {
  expect(await insert('conflict', { 'idempotency-key': randomUUID() })).toBe(200)
  expect(attempts).toBe(2)
  expect(await Promise.all(counts)).toEqual([1])
})

test('work that fails after the commit is logged and does not fail the call', async () => {
  expect(await insert('hook fails', { 'idempotency-key': randomUUID() })).toBe(200)
  expect(await Promise.all(counts)).toEqual([1])
  expect(failures).toMatchObject([{ message: 'after the commit' }])
})
