import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Idempotently } from '#core/ports.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { createKeysService, type KeysService } from '../setup/keys/keysService.ts'

let service: KeysService
let idempotently: Idempotently
let token: string
beforeAll(async () => {
  service = await createKeysService()
  idempotently = createIdempotency(service).idempotently
  token = await service.signIn()
  await sql`create table effects (name text not null)`.execute(service.database.kysely)
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(() => service[Symbol.asyncDispose]())

const caller = {
  kind: 'key',
  address: '127.0.0.1',
  developerId: 'dev_1',
  subject: 'wallet:0x1',
  keyId: 'key_1',
  scopes: [],
} as const

type Request = Partial<Parameters<Idempotently>[0]>

/** Runs an operation whose effect is a row, and answers how many such rows there are. */
function effect(key: string, request: Request = {}, work: () => Promise<void> = async () => {}) {
  return idempotently({ operation: 'effect', caller, key, fingerprint: 'one', ...request }, async (transaction) => {
    await sql`insert into effects (name) values (${key})`.execute(transaction)
    await work()
    return { status: 201, body: { key } }
  })
}

async function effectsOf(key: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from effects where name = ${key}`.execute(
    service.database.kysely,
  )
  return rows[0]?.count ?? 0
}

test('the same request gets the same answer and no second effect', async () => {
  const key = randomUUID()
  expect(await effect(key)).toEqual({ status: 201, body: { key }, replayed: false })
  expect(await effect(key)).toEqual({ status: 201, body: { key }, replayed: true })
  expect(await effectsOf(key)).toBe(1)
})

test('200 racing pairs execute once each', async () => {
  const keys = Array.from({ length: 200 }, () => randomUUID())
  let [answered, aborted] = [0, 0]
  for (const key of keys) {
    const outcomes = await Promise.allSettled([effect(key), effect(key)])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') answered++
      else {
        aborted++
        expect(outcome.reason).toMatchObject({ code: 'aborted', status: 409 })
      }
    }
  }
  expect(answered + aborted).toBe(400)
  for (const key of keys) expect(await effectsOf(key)).toBe(1)
})

test('50 at once, some with another body: one effect, one answer, the rest refused by name', {
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < (inject('deep') ? 1000 : 10); round++) {
    const key = randomUUID()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => effect(key, { fingerprint: i % 10 === 0 ? 'other' : 'one' })),
    )
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'answered' : outcome.reason.code))
    expect(codes.every((code) => ['answered', 'aborted', 'failed_precondition'].includes(code))).toBe(true)
    expect(codes).toContain('answered')
    expect(await effectsOf(key)).toBe(1)
  }
})

test('while the first runs the second is refused, and afterwards gets its response', async () => {
  const key = randomUUID()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = effect(key, {}, () => {
    begin()
    return gate
  })
  await begun
  await expect(effect(key)).rejects.toMatchObject({ code: 'aborted', status: 409, headers: { 'retry-after': '1' } })
  open()
  expect(await first).toMatchObject({ replayed: false })
  expect(await effect(key)).toMatchObject({ replayed: true })
})

test('another body under the same key is refused with 422', async () => {
  const key = randomUUID()
  await effect(key)
  await expect(effect(key, { fingerprint: 'other' })).rejects.toMatchObject({
    code: 'failed_precondition',
    status: 422,
  })
  expect(await effectsOf(key)).toBe(1)
})

test('a failure undoes effect and claim, and the next try runs', async () => {
  const key = randomUUID()
  await expect(effect(key, {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await effectsOf(key)).toBe(0)
  expect(await effect(key)).toMatchObject({ replayed: false })
})

test('a transaction that a deadlock undid is run again, with one effect', async () => {
  const key = randomUUID()
  const deadlocks = [Object.assign(new Error('deadlock detected'), { code: '40P01' })]
  const answer = await effect(key, {}, async () => {
    const deadlock = deadlocks.pop()
    if (deadlock) throw deadlock
  })
  expect(answer).toMatchObject({ replayed: false })
  expect(await effectsOf(key)).toBe(1)
})

test('keys belong to one developer and one operation, whatever the credential', async () => {
  const key = randomUUID()
  const session = { kind: 'session', subject: 's', tokenId: 't', expiresAt: 0, operator: false } as const
  await effect(key)
  const own = { ...session, developerId: 'dev_1', address: '10.0.0.1' }
  expect(await effect(key, { caller: own })).toMatchObject({ replayed: true })
  expect(await effect(key, { caller: { ...caller, developerId: 'dev_2' } })).toMatchObject({ replayed: false })
  expect(await effect(key, { operation: 'other' })).toMatchObject({ replayed: false })
  expect(await effect(key, { caller: { kind: 'anonymous', address: '10.0.0.1' } })).toMatchObject({ replayed: false })
  expect(await effectsOf(key)).toBe(4)
})

test('an answer is kept for 24 hours', async () => {
  const [young, old, forgotten] = [randomUUID(), randomUUID(), randomUUID()]
  for (const key of [young, old, forgotten]) await effect(key)
  const age = (key: string, hours: number) =>
    sql`update idempotent_answers set created_at = now() - make_interval(hours => ${hours}) where key = ${key}`.execute(
      service.database.kysely,
    )
  await Promise.all([age(young, 23), age(old, 25), age(forgotten, 25)])
  expect(await effect(young)).toMatchObject({ replayed: true })
  expect(await effect(old)).toMatchObject({ replayed: false })
  await createIdempotency(service).forgetOld()
  const { rows } = await sql<{
    key: string
  }>`select key from idempotent_answers where key in (${young}, ${old}, ${forgotten})`.execute(service.database.kysely)
  expect(rows.map(({ key }) => key).sort()).toEqual([young, old].sort())
})

describe('over HTTP', () => {
  const create = (idempotencyKey: string, body: object, method = 'POST', path = '/api/developer/keys') =>
    service.send(method, path, { token, body, headers: { 'idempotency-key': idempotencyKey } })

  test('a replayed key creation makes no second key and does not show the secret again', async () => {
    const key = randomUUID()
    const first = await create(key, { name: 'once' })
    const again = await create(key, { name: 'once' })
    expect(first).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^svc_sk_/) } })
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual({
      record: first.body['record'],
      warning: expect.stringMatching(/shown once.*\/rotate/),
    })
    const { rows } = await sql`select body from idempotent_answers where key = ${key}`.execute(service.database.kysely)
    expect(JSON.stringify(rows)).not.toContain(String(first.body['key']))
  })

  test('a rotation is replayed in the same way', async () => {
    const { id } = await service.createKey(token)
    const key = randomUUID()
    const rotate = () => create(key, { overlapSeconds: 60 }, 'POST', `/api/developer/keys/${id}/rotate`)
    const [first, again] = [await rotate(), await rotate()]
    expect(first).toMatchObject({ status: 201, body: { key: expect.any(String) } })
    expect(again).toMatchObject({ status: 201, body: { record: first.body['record'], previous: { id } } })
    expect(again.body).not.toHaveProperty('key')
  })

  test('50 creations at once make one key', async () => {
    const key = randomUUID()
    const name = `race ${key}`
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(key, { name })))
    expect(new Set(replies.map(({ status }) => status)).difference(new Set([201, 409])).size).toBe(0)
    expect(replies.filter(({ body }) => body['key'] !== undefined)).toHaveLength(1)
    const { rows } = await sql`select from api_keys where name = ${name}`.execute(service.database.kysely)
    expect(rows).toHaveLength(1)
  })

  test('a refused creation may be corrected under the same key', async () => {
    const key = randomUUID()
    expect(await create(key, { name: 'x', scopes: ['admin:*'] })).toMatchObject({ status: 403 })
    expect(await create(key, { name: 'x', scopes: ['api:*'] })).toMatchObject({ status: 201 })
    expect(await create(key, { name: 'y' })).toMatchObject({ status: 422, body: { code: 'failed_precondition' } })
  })

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['with a space', 'a b'],
  ])('an %s key is refused', async (_, key) => {
    expect(await create(key, { name: 'x' })).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
  })
})

test('the order of a body’s fields does not make it another request', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [one, other] = [
    { name: 'ordered', scopes: ['lp:build'] },
    { scopes: ['lp:build'], name: 'ordered' },
  ]
  const first = await service.send('POST', '/api/developer/keys', { token, headers, body: one })
  const again = await service.send('POST', '/api/developer/keys', { token, headers, body: other })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body['record']).toEqual(first.body['record'])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})
