import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import { forgetOld } from '#keys/store/Usage.ts'
import { expiredKey } from '../setup/keys/expiredKey.ts'
import { createKeysService, type KeysService } from '../setup/keys/keysService.ts'

const operator = privateKeyToAccount(generatePrivateKey())

let service: KeysService
let token: string
beforeAll(async () => {
  service = await createKeysService({ adminAddresses: [operator.address] })
  token = await service.signIn()
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(() => service[Symbol.asyncDispose]())

type Body = Record<string, unknown>
const call = (key: string) => service.send('GET', '/probe/build', { key })
const auditOf = async (credential: string, query = '') => {
  await service.audit.flush()
  const reply = await service.send('GET', `/api/developer/audit${query}`, { token: credential })
  return reply.body['events'] as Body[]
}

/** Copies of a key, as if this developer had created more. */
const fillUp = (id: string, [first, last]: [number, number]) =>
  sql`insert into api_keys (id, developer_id, subject, name, digest, masked, scopes, created_by)
    select id || n, developer_id, subject, name, sha256(convert_to(id || n, 'UTF8')), masked, scopes, created_by
    from api_keys, generate_series(${first}::int, ${last}::int) n where id = ${id}`.execute(service.database.kysely)

test('a key that was rotated again and again is known by the first of its chain', async () => {
  const first = await service.createKey(token)
  let last = first.id
  for (let round = 0; round < 3; round++) {
    const reply = await service.send('POST', `/api/developer/keys/${last}/rotate`, { token })
    last = String((reply.body['record'] as Body)['id'])
  }
  expect(last).not.toBe(first.id)
  expect(await service.keys.originOf(last)).toBe(first.id)
  expect(await service.keys.originOf(first.id)).toBe(first.id)
})

describe('creating', () => {
  test('ends at 200 active keys, also for those who ask at once; each can be replaced, and no more', async () => {
    const busy = await service.signIn()
    const { id } = await service.createKey(busy)
    await fillUp(id, [1, 197])
    const create = () => service.send('POST', '/api/developer/keys', { token: busy, body: { name: 'one more' } })
    const replies = await Promise.all(Array.from({ length: 6 }, create))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400])
    expect((await create()).body).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('200 active keys'),
    })
    const rotate = (key: unknown) => service.send('POST', `/api/developer/keys/${key}/rotate`, { token: busy })
    const rotated = await rotate(id)
    expect(rotated.status).toBe(201)
    await fillUp(id, [198, 396])
    const refused = await rotate((rotated.body['record'] as Body)['id'])
    expect(refused.body).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('400 active keys'),
    })
  })

  test('a wallet gets a first key: nonce, signature, token, key, authenticated call', async () => {
    const body = { name: ' my agent ', scopes: ['api:*', 'api:*'] }
    const reply = await service.send('POST', '/api/developer/keys', { token, body })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        key: expect.stringMatching(/^svc_sk_[0-9A-Za-z]{49}$/),
        record: {
          id: expect.stringMatching(/^key_/),
          name: 'my agent',
          scopes: ['api:*'],
          status: 'active',
          createdBy: 'session',
          expiresAt: null,
          lastUsedAt: null,
          revokedAt: null,
          rotatedFrom: null,
          rotatedTo: null,
        },
        warning: expect.stringContaining('shown once'),
      },
    })
    const key = String(reply.body['key'])
    expect((reply.body['record'] as Body)['masked']).toBe(ApiKey.mask(key))
    const { id: keyId } = reply.body['record'] as Body
    expect((await call(key)).body).toMatchObject({ caller: { kind: 'key', keyId, scopes: ['api:*'] } })
  })

  test('either header carries the key, or both the same', async () => {
    const { key } = await service.createKey(token)
    const headers = [
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
      { 'x-api-key': key, authorization: `Bearer ${key}` },
    ]
    for (const header of headers)
      expect(await service.send('GET', '/probe/build', { headers: header })).toMatchObject({ status: 200 })
  })

  test('the key itself is stored nowhere', async () => {
    const { key } = await service.createKey(token)
    await call(key)
    await service.keys.flush()
    await service.audit.flush()
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(service.database.kysely)
    expect(rows.length).toBeGreaterThan(5)
    for (const { name } of rows) {
      const dump = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(
        service.database.kysely,
      )
      expect(JSON.stringify(dump.rows)).not.toContain(key.slice(11, -4))
      expect(JSON.stringify(dump.rows)).not.toContain(token)
    }
  })

  test('a key beyond 200 active ones is refused', async () => {
    const crowded = await service.signIn()
    for (let made = 0; made < 200; made += 8)
      await Promise.all(Array.from({ length: 8 }, () => service.createKey(crowded)))
    const body = { name: 'one more' }
    expect(await service.send('POST', '/api/developer/keys', { token: crowded, body })).toMatchObject({
      status: 400,
      body: { code: 'failed_precondition', message: expect.stringContaining('Revoke one') },
    })
  })
})

describe('scopes', () => {
  test('a key with keys:manage creates keys with its own scopes and no later expiry', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const scopes = ['keys:manage', 'arena:read']
    const { key, id } = await service.createKey(token, { scopes, expiresAt })
    const make = (body: object) =>
      service.send('POST', '/api/developer/keys', { key, body: { name: 'child', ...body } })
    expect(await make({ scopes: ['arena:read'] })).toMatchObject({
      status: 201,
      body: { record: { createdBy: id, expiresAt } },
    })
    for (const scope of ['arena:write', 'api:*', 'lp:build', 'admin:*'])
      expect(await make({ scopes: [scope] })).toMatchObject({
        status: 403,
        body: { code: 'permission_denied', details: [{ type: 'scope', value: scope }] },
      })
    const later = new Date(Date.now() + 120_000).toISOString()
    for (const wanted of [later, null])
      expect(await make({ scopes: ['arena:read'], expiresAt: wanted })).toMatchObject({
        status: 400,
        body: { details: [{ type: 'field', value: 'expiresAt' }] },
      })
  })

  test('a key without keys:manage makes, lists, rotates and revokes none', async () => {
    const { key, id } = await service.createKey(token)
    const requests: [string, string, object?][] = [
      ['POST', '/api/developer/keys', { name: 'x' }],
      ['GET', '/api/developer/keys'],
      ['POST', `/api/developer/keys/${id}/rotate`, {}],
      ['DELETE', `/api/developer/keys/${id}`],
      ['GET', `/api/developer/keys/${id}/usage`],
      ['GET', '/api/developer/audit'],
    ]
    for (const [method, path, body] of requests)
      expect(await service.send(method, path, { key, ...(body && { body }) }), path).toMatchObject({
        status: 403,
        body: { details: [{ type: 'scope', value: 'keys:manage' }] },
      })
  })

  test('rotating cannot give a key what its rotator lacks', async () => {
    const { id } = await service.createKey(token, { scopes: ['lp:build'] })
    const { key } = await service.createKey(token, { scopes: ['keys:manage'] })
    expect(await service.send('POST', `/api/developer/keys/${id}/rotate`, { key, body: {} })).toMatchObject({
      status: 403,
      body: { details: [{ type: 'scope', value: 'lp:build' }] },
    })
  })

  test('only operators get admin:*, and lose it with their role', async () => {
    const body = { name: 'admin', scopes: ['admin:*', 'lp:build'] }
    expect(await service.send('POST', '/api/developer/keys', { token, body })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('trusted operators only') },
    })
    const { key } = await service.createKey(await service.signIn(operator), body)
    expect(await service.send('GET', '/probe/admin', { key })).toMatchObject({ status: 200 })
    await using later = await createKeysService({ database: service.database, adminAddresses: [] })
    expect(await later.send('GET', '/probe/admin', { key })).toMatchObject({ status: 403 })
    expect(await later.send('GET', '/probe/build', { key })).toMatchObject({ status: 200 })
  })

  test('api:* reaches neither the keys nor the operators’ side', async () => {
    const { key } = await service.createKey(token, { scopes: ['api:*'] })
    expect(await service.send('GET', '/probe/admin', { key })).toMatchObject({
      status: 403,
      body: { details: [{ type: 'scope', value: 'admin:*' }] },
    })
  })
})

describe('listing', () => {
  test('pages through the caller’s keys alone, newest first', async () => {
    const [mine, theirs] = [await service.signIn(), await service.signIn()]
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await service.createKey(mine)).id)
    await service.createKey(theirs)
    const seen: string[] = []
    let cursor: unknown = ''
    do {
      const query = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`
      const { body } = await service.send('GET', `/api/developer/keys${query}`, { token: mine })
      seen.push(...(body['keys'] as Body[]).map(({ id }) => String(id)))
      cursor = body['nextCursor']
    } while (cursor !== null)
    expect(seen).toEqual(ids)
    const { status, body } = await service.send('GET', '/api/developer/keys?limit=1000', { token: mine })
    expect({ status, count: (body['keys'] as Body[]).length }).toEqual({ status: 200, count: 5 })
  })

  test('keys of another developer are not found by any operation', async () => {
    const { id } = await service.createKey(await service.signIn())
    const requests: [string, string, object?][] = [
      ['POST', `/api/developer/keys/${id}/rotate`, {}],
      ['DELETE', `/api/developer/keys/${id}`],
      ['GET', `/api/developer/keys/${id}/usage`],
    ]
    for (const [method, path, body] of requests)
      expect(await service.send(method, path, { token, ...(body && { body }) }), path).toMatchObject({ status: 404 })
    const { body } = await service.send('GET', `/api/developer/keys?cursor=${id}`, { token })
    expect(JSON.stringify(body)).not.toContain(id)
    expect(await auditOf(token, `?target=${id}`)).toEqual([])
  })
})

describe('ending', () => {
  test('a revoked key is refused at once, and revoking again changes nothing', async () => {
    const { key, id } = await service.createKey(token)
    expect(await call(key)).toMatchObject({ status: 200 })
    expect(await service.send('DELETE', `/api/developer/keys/${id}`, { token })).toMatchObject({ status: 204 })
    expect(await call(key)).toMatchObject({ status: 401 })
    expect(await service.send('DELETE', `/api/developer/keys/${id}`, { token })).toMatchObject({ status: 204 })
    expect((await auditOf(token, `?target=${id}&event=revoked`)).length).toBe(1)
  })

  test('a key ends by itself at its expiry, warm or cold', async () => {
    const key = await expiredKey({
      make: async (expiresAt) => (await service.createKey(token, { expiresAt })).key,
      isTaken: async (made) => (await call(made)).status === 200,
    })
    await expect.poll(async () => (await call(key)).status).toBe(401)
    await using replica = await createKeysService({ database: service.database })
    expect(await replica.send('GET', '/probe/build', { key })).toMatchObject({ status: 401 })
  })

  test('rotation gives a new secret and lets the old one work on for the overlap', async () => {
    const { key, id } = await service.createKey(token, { scopes: ['lp:build'] })
    const body = { overlapSeconds: 60 }
    const reply = await service.send('POST', `/api/developer/keys/${id}/rotate`, { token, body })
    const { key: next, record, previous } = reply.body as { key: string; record: Body; previous: Body }
    expect(reply).toMatchObject({
      status: 201,
      body: {
        record: { rotatedFrom: id, scopes: ['lp:build'], expiresAt: null },
        previous: { id, rotatedTo: record['id'] },
      },
    })
    expect(Date.parse(String(previous['expiresAt'])) - Date.now()).toBeLessThanOrEqual(60_000)
    expect(await call(key)).toMatchObject({ status: 200 })
    expect(await call(next)).toMatchObject({ status: 200 })
  })

  test('once the overlap is over the old secret is refused, and the new one works on', async () => {
    const { key, id } = await service.createKey(token)
    const body = { overlapSeconds: 1 }
    const reply = await service.send('POST', `/api/developer/keys/${id}/rotate`, { token, body })
    const { key: next, previous } = reply.body as { key: string; previous: Body }
    await delay(Math.max(0, Date.parse(String(previous['expiresAt'])) + 50 - Date.now()))
    expect(await call(key)).toMatchObject({ status: 401 })
    expect(await call(next)).toMatchObject({ status: 200 })
  })

  test('a key that ended or was rotated is not rotated again', async () => {
    const [rotated, revoked] = [await service.createKey(token), await service.createKey(token)]
    const rotate = (id: string) => service.send('POST', `/api/developer/keys/${id}/rotate`, { token, body: {} })
    const twice = await Promise.all([rotate(rotated.id), rotate(rotated.id)])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 400])
    await service.send('DELETE', `/api/developer/keys/${revoked.id}`, { token })
    expect(await rotate(revoked.id)).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  })

  test('an expiring key is rotated to one that expires no later, unless a session says so', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await service.createKey(token, { expiresAt })
    const rotated = await service.send('POST', `/api/developer/keys/${id}/rotate`, { token, body: {} })
    expect(rotated.body).toMatchObject({ record: { expiresAt } })
    const { id: nextId } = rotated.body['record'] as Body
    const body = { expiresAt: null }
    expect(await service.send('POST', `/api/developer/keys/${nextId}/rotate`, { token, body })).toMatchObject({
      body: { record: { expiresAt: null } },
    })
  })

  test('anyone who presents a valid key can revoke it', async () => {
    const { key, id } = await service.createKey(token)
    const report = (body: object) => service.send('POST', '/api/developer/keys/report', { body })
    expect(await report({ key: ApiKey.create() })).toMatchObject({ status: 200, body: { revoked: false } })
    expect(await report({ key })).toMatchObject({ status: 200, body: { revoked: true } })
    expect(await report({ key })).toMatchObject({ status: 200, body: { revoked: false } })
    expect(await call(key)).toMatchObject({ status: 401 })
    expect(await auditOf(token, `?target=${id}`)).toMatchObject([
      { event: 'refused', detail: 'revoked', count: 1 },
      { event: 'revoked', detail: 'reported', actor: 'anonymous' },
      { event: 'created' },
    ])
  })
})

test('every bad key gets the same answer', async () => {
  const revoked = await service.createKey(token)
  await service.send('DELETE', `/api/developer/keys/${revoked.id}`, { token })
  const expired = await expiredKey({ make: async (expiresAt) => (await service.createKey(token, { expiresAt })).key })
  const bad = [revoked.key, expired, ApiKey.create(), 'svc_sk_', `svc_sk_${'0'.repeat(49)}`]
  const answers = await Promise.all(bad.map(async (key) => JSON.stringify((await call(key)).body)))
  expect(new Set(answers).size).toBe(1)
})

describe('usage', () => {
  test('counts by day, operation and status, and lists single calls in pages', async () => {
    const { key, id } = await service.createKey(token, { scopes: ['lp:build'] })
    for (let i = 0; i < 3; i++) await call(key)
    await service.send('GET', '/probe/admin', { key })
    const { body } = await service.send('GET', `/api/developer/keys/${id}/usage?limit=3`, { token })
    const day = new Date().toISOString().slice(0, 10)
    expect(body['usage']).toEqual([
      { day, operation: 'probe_admin', status: 403, count: 1 },
      { day, operation: 'probe_build', status: 200, count: 3 },
    ])
    expect(body['requests']).toMatchObject([
      { operation: 'probe_admin', status: 403, code: 'permission_denied', requestId: expect.stringMatching(/^req_/) },
      { operation: 'probe_build', status: 200, code: null },
      { operation: 'probe_build', status: 200, code: null },
    ])
    const rest = await service.send('GET', `/api/developer/keys/${id}/usage?limit=3&cursor=${body['nextCursor']}`, {
      token,
    })
    expect(rest.body).toMatchObject({ requests: [{ operation: 'probe_build' }], nextCursor: null })
  })

  test('the list of keys says when each was last used', async () => {
    const mine = await service.signIn()
    const { key } = await service.createKey(mine)
    const before = Date.now()
    await call(key)
    await service.keys.flush()
    const { body } = await service.send('GET', '/api/developer/keys', { token: mine })
    const [record] = body['keys'] as Body[]
    expect(Date.parse(String(record?.['lastUsedAt']))).toBeGreaterThanOrEqual(before)
  })

  test('single calls are kept for 7 days, counts for 90', async () => {
    const { key, id } = await service.createKey(token)
    for (let i = 0; i < 3; i++) {
      await call(key)
      await service.keys.flush()
    }
    const { kysely } = service.database
    await sql`update key_requests set at = now() - interval '8 days' where id in (
      select id from key_requests where key_id = ${id} limit 2)`.execute(kysely)
    await sql`insert into key_usage values (${id}, current_date - 91, 'old', 200, 5), (${id}, current_date - 89, 'young', 200, 5)`.execute(
      kysely,
    )
    await forgetOld(service.database.tables())
    const { body } = await service.send('GET', `/api/developer/keys/${id}/usage?days=90`, { token })
    expect(body['requests']).toHaveLength(1)
    expect(body['usage']).toMatchObject([
      { operation: 'probe_build', count: 3 },
      { operation: 'young', count: 5 },
    ])
    const { rows } = await sql<{ count: number }>`select count(*) from key_usage where operation = 'old'`.execute(
      kysely,
    )
    expect(rows[0]?.count).toBe(0)
  })

  test('two replicas share one count', async () => {
    await using replica = await createKeysService({ database: service.database })
    const { key, id } = await service.createKey(token)
    await Promise.all(
      [service, replica].flatMap((one) => Array.from({ length: 20 }, () => one.send('GET', '/probe/build', { key }))),
    )
    await Promise.all([service.keys.flush(), replica.keys.flush()])
    const { body } = await service.send('GET', `/api/developer/keys/${id}/usage`, { token })
    expect(body['usage']).toMatchObject([{ operation: 'probe_build', status: 200, count: 40 }])
  })
})

describe('audit', () => {
  test('shows the whole life of a key to its owner', async () => {
    const mine = await service.signIn()
    const { key, id } = await service.createKey(mine, { scopes: ['lp:build'] })
    await service.send('GET', '/probe/admin', { key })
    await service.send('GET', '/probe/admin', { key })
    const rotated = await service.send('POST', `/api/developer/keys/${id}/rotate`, {
      token: mine,
      body: { overlapSeconds: 0 },
    })
    const { id: nextId } = rotated.body['record'] as Body
    for (let i = 0; i < 7; i++) await call(key)
    const events = await auditOf(mine, `?target=${id}`)
    expect(events).toHaveLength(4)
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'refused', detail: 'expired', count: 7, address: '127.0.0.1' }),
        expect.objectContaining({ event: 'scope_denied', detail: 'probe_admin', count: 2, actor: id }),
        expect.objectContaining({ event: 'rotated', detail: nextId }),
        expect.objectContaining({ event: 'created', detail: 'lp:build', actor: expect.stringMatching(/^wallet:0x/) }),
      ]),
    )
  })

  test('operators see everybody’s, and keys nobody owns; others only their own', async () => {
    const { id } = await service.createKey(await service.signIn())
    const unknown = ApiKey.create()
    await call(unknown)
    const all = await auditOf(await service.signIn(operator), '?limit=200')
    expect(all).toContainEqual(expect.objectContaining({ event: 'created', target: id }))
    expect(all).toContainEqual(
      expect.objectContaining({ event: 'refused', target: null, detail: `unknown ${ApiKey.mask(unknown)}` }),
    )
    const own = await auditOf(token, '?limit=200')
    expect(own.some(({ target }) => target === id)).toBe(false)
    expect(new Set(own.map(({ developerId }) => developerId)).size).toBe(1)
  })

  test('pages without loss or repetition', async () => {
    const mine = await service.signIn()
    for (let i = 0; i < 7; i++) await service.createKey(mine)
    const seen: unknown[] = []
    let path = '/api/developer/audit?limit=3'
    for (let cursor: unknown = ''; cursor !== null; path = `/api/developer/audit?limit=3&cursor=${cursor}`) {
      const { body } = await service.send('GET', path, { token: mine })
      seen.push(...(body['events'] as Body[]).map(({ id }) => id))
      cursor = body['nextCursor']
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test.each(['update audit_log set count = 0', 'delete from audit_log', 'truncate audit_log'])(
    'refuses to %s',
    async (text) => {
      await expect(sql.raw(text).execute(service.database.kysely)).rejects.toThrow(/append-only/)
    },
  )

  test('a flood of refused keys causes only a few rows, and hides no real key', async () => {
    await using replica = await createKeysService({ database: service.database })
    const { key, id } = await service.createKey(token)
    await service.send('DELETE', `/api/developer/keys/${id}`, { token })
    for (let i = 0; i < 500; i++) {
      const credentials = { secret: ApiKey.create(), address: `10.0.${i % 250}.1` }
      await expect(replica.authenticate(credentials)).rejects.toThrow()
    }
    await replica.send('GET', '/probe/build', { key })
    await replica.audit.flush()
    const events = await auditOf(await service.signIn(operator), '?event=refused&limit=200')
    const flood = events.filter(({ address }) => address === null || String(address).startsWith('10.0.'))
    expect(flood.reduce((sum, { count }) => sum + Number(count), 0)).toBe(500)
    expect(flood.length).toBe(101)
    expect(events).toContainEqual(expect.objectContaining({ target: id, detail: 'revoked' }))
  })
})

test('after a rotation of SECRET old keys work, and then need only the new one', async () => {
  const { key } = await service.createKey(token)
  const [first, second] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  {
    await using foreign = await createKeysService({ database: service.database, secrets: { current: second } })
    expect(await foreign.send('GET', '/probe/build', { key })).toMatchObject({ status: 401 })
  }
  {
    const secrets = { current: second, previous: first }
    await using rotated = await createKeysService({ database: service.database, secrets })
    expect(await rotated.send('GET', '/probe/build', { key })).toMatchObject({ status: 200 })
    await expect
      .poll(async () => {
        await using after = await createKeysService({ database: service.database, secrets: { current: second } })
        return (await after.send('GET', '/probe/build', { key })).status
      })
      .toBe(200)
  }
})
