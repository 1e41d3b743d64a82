import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
