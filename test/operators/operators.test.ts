import { sql } from 'kysely'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAudit } from '#audit/exportAudit.ts'
import { json } from '../setup/json.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const [operator, person] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key)) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
]

let service: TestService
let asOperator: Record<string, string>
let asPerson: Record<string, string>
beforeAll(async () => {
  service = await startTestService({ env: { ADMIN_ADDRESSES: operator.address } })
  ;[asOperator, asPerson] = [await signIn(operator), await signIn(person)]
})
afterAll(() => service?.[Symbol.asyncDispose]())

async function signIn(account: PrivateKeyAccount): Promise<Record<string, string>> {
  const { nonce } = await json(service.post('/api/auth/siwe/nonce'))
  const { host: domain, origin: uri } = new URL(service.baseUrl)
  const message = createSiweMessage({ domain, uri, nonce, address: account.address, version: '1', chainId: 4663 })
  const signature = await account.signMessage({ message })
  const { token } = await json(service.post('/api/auth/siwe/verify', { message, signature }))
  return { authorization: `Bearer ${token}` }
}

const find = async (query: string) =>
  (await json(service.get(`/api/admin/developers?${query}`, asOperator))).developers as { id: string; block: unknown }[]
const idOf = async (account: PrivateKeyAccount) => (await find(`search=${account.address}`))[0]?.id ?? ''

test('an operator finds a developer by wallet and by id', async () => {
  const id = await idOf(person)
  expect(id).toMatch(/^dev_/)
  expect(await find(`search=${id}`)).toMatchObject([{ id, block: null }])
  expect(await find('blocked=true')).toEqual([])
  expect((await service.get('/api/admin/developers', asPerson)).status).toBe(403)
})

test('a blocked developer is refused with session and key until unblocked, and the audit log has both', async () => {
  const id = await idOf(person)
  const { key } = await json(service.post('/api/developer/keys', { name: 'k', scopes: ['api:*'] }, asPerson))
  const asKey = { 'x-api-key': key }
  const states = async () => [
    (await service.get('/api/auth/me', asPerson)).status,
    (await service.post('/api/arena/rooms', { topic: 'x' }, asKey)).status,
    (await service.post('/lp/pool_info', {}, asKey)).status,
  ]
  expect(await states()).toEqual([200, 201, 400])
  const decide = (act: string) =>
    service.post(`/api/admin/developers/${id}/${act}`, { reason: 'spam in\u202e rooms' }, asOperator)
  expect((await decide('block')).status).toBe(200)
  await expect.poll(states).toEqual([403, 403, 403])
  expect((await json(service.get('/api/auth/me', asPerson))).message).toMatch(/^This account is blocked: spam in/)
  expect(await find('blocked=true')).toMatchObject([{ id, block: { reason: expect.not.stringContaining('\u202e') } }])
  expect((await service.get('/api/arena/rooms')).status).toBe(200)
  expect((await decide('unblock')).status).toBe(200)
  await expect.poll(states).toEqual([200, 201, 400])
  expect((await decide('unblock')).status).toBe(404)
  const { events } = await json(service.get(`/api/developer/audit?target=${id}`, asOperator))
  expect(events.map(({ event }: { event: string }) => event)).toEqual(['developer.unblocked', 'developer.blocked'])
})

test('an operator cannot be blocked, nor somebody unknown', async () => {
  const block = async (id: string) =>
    (await service.post(`/api/admin/developers/${id}/block`, { reason: 'x' }, asOperator)).status
  expect([await block(await idOf(operator)), await block('dev_unknown')]).toEqual([400, 404])
})

test("a developer's rate limits are multiplied, and the others' are not", async () => {
  const id = await idOf(person)
  const quota = async (headers: Record<string, string>) => {
    const response = await service.get('/api/developer/keys', headers)
    return Number(/q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '')?.[1])
  }
  const before = await quota(asPerson)
  const set = (factor: number) =>
    service.post(`/api/admin/developers/${id}/limits`, { factor, reason: 'a paying customer' }, asOperator)
  expect((await set(3)).status).toBe(200)
  await expect.poll(() => quota(asPerson)).toBe(3 * before)
  expect([await quota(asOperator), (await set(0)).status]).toEqual([before, 400])
  expect((await find(`search=${id}`))[0]).toMatchObject({ limitFactor: 3 })
  await set(1)
  await expect.poll(() => quota(asPerson)).toBe(before)
})

const ADMIN_CALLS = [
  ['GET', '/api/admin/overview'],
  ['GET', '/api/admin/audit/export'],
  ['POST', '/api/admin/developers/dev_1/boxes/end'],
] as const

test('developers get 403 on every call of operators, with session and key', async () => {
  const { key } = await json(service.post('/api/developer/keys', { name: 'all', scopes: ['api:*'] }, asPerson))
  for (const headers of [asPerson, { 'x-api-key': key as string }])
    for (const [method, path] of ADMIN_CALLS)
      expect([path, (await service.send(method, path, headers)).status]).toEqual([path, 403])
})

test('the overview shows load, leaders, queues and RPC providers', async () => {
  const read = () => json(service.get('/api/admin/overview', asOperator))
  const { replica, queues } = await read()
  expect(replica).toMatchObject({ unready: [], streams: expect.any(Number), connections: { waiting: 0 } })
  expect(queues).toEqual({ runs: 0, deliveries: 0 })
  const chain = replica.chains.find(({ chainId }: { chainId: number }) => chainId === 4663)
  expect(chain.providers).toMatchObject([{ breaker: 'closed' }])
  expect(chain.providers[0].calls).toBeGreaterThan(0)
  const leaders = async () => (await read()).leaders.map(({ name }: { name: string }) => name)
  await expect.poll(leaders, { timeout: 20_000 }).toContain('rules')
})

test('an operator stops every box of a developer, and nobody else’s', async () => {
  const { kysely } = service.database
  const [own, other] = [await idOf(person), await idOf(operator)]
  for (const [id, developerId] of [
    ['box_1', own],
    ['box_2', own],
    ['box_3', other],
  ])
    await sql`insert into boxes (id, developer_id, name, agent_id, size, idle_seconds, expires_at)
      values (${id}, ${developerId}, 'b', 'desk', 'small', 60, now() + interval '1 hour')`.execute(kysely)
  const end = () => service.post(`/api/admin/developers/${own}/boxes/end`, { reason: 'abuse' }, asOperator)
  expect(await json(end())).toEqual({ boxIds: ['box_1', 'box_2'] })
  expect(await json(end())).toEqual({ boxIds: [] })
  const { rows } = await sql`select id, wanted, status_reason as reason from boxes order by id`.execute(kysely)
  const reason = 'An operator stopped the box: abuse'
  expect(rows).toEqual([
    { id: 'box_1', wanted: 'stopped', reason },
    { id: 'box_2', wanted: 'stopped', reason },
    { id: 'box_3', wanted: 'ready', reason: null },
  ])
  const { events } = await json(service.get('/api/developer/audit?target=box_1', asOperator))
  expect(events).toMatchObject([{ event: 'box.ended', developerId: own, detail: 'abuse' }])
})

test('an auditor exports the whole log in order, as JSON and as CSV that runs no formula, and does nothing else', async () => {
  const COUNT = 2_345
  const idOfRow = (n: number) => `aud_${String(n).padStart(6, '0')}`
  const rows = Array.from(
    { length: COUNT },
    (_, n) => sql`(${idOfRow(n)}, 'refused', 'dev_export', ${n === 7 ? '=1+"1"' : 'x;@y;z'})`,
  )
  await sql`insert into audit_log (id, event, developer_id, detail) values ${sql.join(rows)}`.execute(
    service.database.kysely,
  )
  const body = { name: 'auditor', scopes: ['audit:read'] }
  expect((await service.post('/api/developer/keys', body, asPerson)).status).toBe(403)
  const { key } = await json(service.post('/api/developer/keys', body, asOperator))
  const read = async (query: string) =>
    service.get(`/api/admin/audit/export?developerId=dev_export${query}`, { 'x-api-key': key })
  const linesOf = async (response: Response) => (await response.text()).trimEnd().split('\n')
  const ids = (await linesOf(await read(''))).map((line) => JSON.parse(line).id)
  expect(ids).toEqual(Array.from({ length: COUNT }, (_, n) => idOfRow(n)))
  const csv = await read('&format=csv')
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
  const [header, ...cells] = await linesOf(csv)
  expect(header).toBe('id,at,event,developerId,target,actor,address,detail,count')
  expect([cells.length, cells[7]?.endsWith(`,"'=1+""1""",1`)]).toEqual([COUNT, true])
  expect(cells[8]).toMatch(/,x;'@y;z,1$/)
  expect((await read('%00')).status).toBe(400)
  for (const path of ['/api/admin/overview', '/api/admin/developers'])
    expect((await service.get(path, { 'x-api-key': key })).status).toBe(403)
  const block = await service.post('/api/admin/developers/dev_1/block', { reason: 'x' }, { 'x-api-key': key })
  expect(block.status).toBe(403)
})

test('an export that breaks off has no last line break, and a whole one has', async () => {
  const { kysely } = service.database
  const { respond } = exportAudit(kysely) as unknown as { respond(wanted: object): Promise<Response> }
  const wanted = { format: 'ndjson', developerId: 'dev_export' }
  expect((await (await respond(wanted)).text()).endsWith('}\n')).toBe(true)
  const reader = (await respond(wanted)).body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  await sql`alter table audit_log rename to audit_log_gone`.execute(kysely)
  const readOn = async () => {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) text += next.value
  }
  await expect(readOn()).rejects.toThrow()
  await sql`alter table audit_log_gone rename to audit_log`.execute(kysely)
  expect(text.endsWith('}')).toBe(true)
})
