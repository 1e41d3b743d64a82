import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Served } from '#core/ports.ts'
import type { Tables } from '#keys/store/tables.ts'
import * as Usage from '#keys/store/Usage.ts'
import { createKeysService, type KeysService } from '../setup/keys/keysService.ts'

let service: KeysService
let token: string
beforeAll(async () => {
  service = await createKeysService()
  token = await service.signIn()
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('many calls take few rows, and are listed one by one across pages', async () => {
  const { key, id } = await service.createKey(token)
  for (let i = 0; i < 150; i++) await service.send('GET', '/probe/build', { key })
  await service.keys.flush()
  for (let i = 0; i < 60; i++) await service.send('GET', '/probe/build', { key })
  const pages: string[][] = []
  for (let cursor: unknown = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await service.send('GET', `/api/developer/keys/${id}/usage?limit=70${query}`, { token })
    pages.push((body['requests'] as Record<string, string>[]).map(({ at, requestId }) => `${at} ${requestId}`))
    cursor = body['nextCursor']
  }
  expect(pages.map(({ length }) => length)).toEqual([70, 70, 70])
  const listed = pages.flat()
  expect(new Set(listed).size).toBe(210)
  const times = listed.map((line) => line.split(' ')[0])
  expect(times).toEqual(times.toSorted().toReversed())
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from key_requests where key_id = ${id}) + (select count(*) from key_usage where key_id = ${id})
      + (select count(*) from key_last_used where key_id = ${id}) as rows`.execute(service.database.kysely)
  expect(rows[0]?.rows).toBeLessThanOrEqual(210 / 10)
})

async function rowsOf(id: string): Promise<number> {
  const { rows } = await sql<{
    calls: number
  }>`select coalesce(sum(count), 0)::int as calls from key_usage where key_id = ${id}`.execute(service.database.kysely)
  return rows[0]?.calls ?? 0
}

function callOf(keyId: string, name = 'read'): Served {
  const caller = { kind: 'key', keyId } as unknown as Served['caller']
  return { caller, operation: { name }, status: 200, durationMs: 1, requestId: 'r' } as unknown as Served
}

test('a key is written once ten calls share a row, or when its oldest call is a minute old', async () => {
  const store = service.database.tables<Tables>()
  const usage = Usage.create()
  const note = (id: string, count: number, at: number) => {
    for (let i = 0; i < count; i++) Usage.note(usage, callOf(id), at)
  }
  const start = Date.now()
  note('key_fast', 30, start)
  note('key_slow', 29, start)
  note('key_idle', 1, start + 30_000)
  await Usage.writeDue(store, usage, start + 5_000)
  expect([await rowsOf('key_fast'), await rowsOf('key_slow')]).toEqual([30, 0])
  await Usage.writeDue(store, usage, start + 60_000)
  expect([await rowsOf('key_slow'), await rowsOf('key_idle')]).toEqual([29, 0])
  await Usage.writeKey(store, usage, 'key_idle')
  expect(await rowsOf('key_idle')).toBe(1)
  expect(usage).toEqual(Usage.create())
})

test('calls that could not be written are kept with those that came meanwhile, and written with them', async () => {
  const store = service.database.tables<Tables>()
  const usage = Usage.create()
  Usage.note(usage, callOf('key_kept'), 1_000)
  const failing = { transaction: () => ({ execute: () => Promise.reject(new Error('no database')) }) }
  const failed = Usage.write(failing as never, usage)
  Usage.note(usage, callOf('key_kept'), 2_000)
  await expect(failed).rejects.toThrow('no database')
  expect(usage.listed).toBe(2)
  await Usage.write(store, usage)
  expect([await rowsOf('key_kept'), usage.listed]).toEqual([2, 0])
})
