import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
