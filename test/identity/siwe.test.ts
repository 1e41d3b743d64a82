import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, createKeysService, type KeysService, siweMessage } from '../setup/keys/keysService.ts'

const account = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())

let service: KeysService
beforeAll(async () => {
  service = await createKeysService({ adminAddresses: [account.address.toLowerCase()] })
})
afterAll(() => service[Symbol.asyncDispose]())

async function nonce(): Promise<string> {
  const reply = await service.send('POST', '/api/auth/siwe/nonce', { body: {} })
  return String(reply.body['nonce'])
}

type Changes = Partial<Parameters<typeof siweMessage>[0]>

async function verify(changes: Changes = {}, signer = account) {
  const message = siweMessage({ address: account.address, nonce: await nonce(), ...changes })
  const signature = await signer.signMessage({ message })
  return service.send('POST', '/api/auth/siwe/verify', { body: { message, signature } })
}

describe('sign-in', () => {
  test('gives a token that identifies its developer', async () => {
    const reply = await verify()
    expect(reply).toMatchObject({ status: 200, body: { address: account.address } })
    const me = await service.send('GET', '/api/auth/me', { token: String(reply.body['token']) })
    expect(me).toMatchObject({
      status: 200,
      body: {
        developerId: expect.stringMatching(/^dev_/),
        subject: `wallet:${account.address}`,
        address: account.address,
        operator: true,
        expiresAt: reply.body['expiresAt'],
      },
    })
    expect(Date.parse(String(reply.body['expiresAt'])) - Date.now()).toBeLessThanOrEqual(3_600_000)
  })

  test('recognises the same wallet, and distinguishes another', async () => {
    const [first, again, other] = await Promise.all([
      service.signIn(account),
      service.signIn(account),
      service.signIn(stranger),
    ])
    const ids = await Promise.all(
      [first, again, other].map(async (token) => (await service.send('GET', '/api/auth/me', { token })).body),
    )
    expect(ids[0]?.['developerId']).toBe(ids[1]?.['developerId'])
    expect(ids[2]?.['developerId']).not.toBe(ids[0]?.['developerId'])
    expect(ids[2]?.['operator']).toBe(false)
  })

  test('takes any name of loopback while the service is on loopback', async () => {
    for (const host of ['localhost:8787', '127.0.0.1:8787'])
      expect(await verify({ domain: host, uri: `http://${host}/launch` })).toMatchObject({ status: 200 })
  })

  test('takes no name of loopback for a public service', async () => {
    const baseUrl = 'https://slipway.example'
    await using open = await createKeysService({ database: service.database, baseUrl })
    await open.signIn(account)
    const { body } = await open.send('POST', '/api/auth/siwe/nonce', { body: {} })
    const message = siweMessage({ address: account.address, nonce: String(body['nonce']) })
    const signature = await account.signMessage({ message })
    expect(await open.send('POST', '/api/auth/siwe/verify', { body: { message, signature } })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('must be slipway.example and https://slipway.example') },
    })
  })

  test('happens once for each nonce, however many ask at the same time', async () => {
    const message = siweMessage({ address: account.address, nonce: await nonce() })
    const signature = await account.signMessage({ message })
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => service.send('POST', '/api/auth/siwe/verify', { body: { message, signature } })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(49)
  })

  test('a failed try does not spend the nonce', async () => {
    const message = siweMessage({ address: account.address, nonce: await nonce() })
    const forged = await stranger.signMessage({ message })
    const body = { message, signature: forged }
    expect(await service.send('POST', '/api/auth/siwe/verify', { body })).toMatchObject({ status: 401 })
    const signature = await account.signMessage({ message })
    expect(await service.send('POST', '/api/auth/siwe/verify', { body: { message, signature } })).toMatchObject({
      status: 200,
    })
  })
})

describe('refused', () => {
  const cases: [string, Changes, RegExp][] = [
    ['another domain', { domain: 'evil.example' }, /domain and URI/],
    ['another port', { domain: '127.0.0.1:9999', uri: 'http://127.0.0.1:9999' }, /domain and URI/],
    ['another URI', { uri: 'https://evil.example' }, /domain and URI/],
    ['an unknown chain', { chainId: 31337 }, /Chain ID must be one of/],
    ['an expired message', { expirationTime: new Date(Date.now() - 1000) }, /expired/],
    ['a nonce of somebody else', { nonce: 'abcdefgh12345678' }, /nonce is unknown/],
    ['another address', { address: stranger.address }, /signature was not made by the address/],
  ]
  test.each(cases)('%s', async (_, changes, reason) => {
    const reply = await verify(changes)
    expect(reply).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: expect.stringMatching(reason) },
    })
  })

  test('the Host header does not change the expected domain', async () => {
    const message = siweMessage({
      address: account.address,
      nonce: await nonce(),
      domain: 'localhost:1',
      uri: 'http://localhost:1',
    })
    const signature = await account.signMessage({ message })
    const body = JSON.stringify({ message, signature })
    const headers = { 'content-type': 'application/json', host: 'localhost:1' }
    const response = await service.app.fetch(
      new Request('http://localhost:1/api/auth/siwe/verify', { method: 'POST', headers, body }),
    )
    expect(response.status).toBe(401)
  })

  test('a nonce of more than five minutes ago', async () => {
    let now = Date.now()
    await using slow = await createKeysService({ database: service.database, now: () => now })
    const { body } = await slow.send('POST', '/api/auth/siwe/nonce', { body: {} })
    now += 301_000
    const message = siweMessage({ address: account.address, nonce: String(body['nonce']), issuedAt: new Date(now) })
    const signature = await account.signMessage({ message })
    expect(await slow.send('POST', '/api/auth/siwe/verify', { body: { message, signature } })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('too old') },
    })
  })

  test('a nonce used here stays used after a cleanup, a restart and a rotation of the secret', async () => {
    const message = siweMessage({ address: account.address, nonce: await nonce() })
    const body = { message, signature: await account.signMessage({ message }) }
    expect(await service.send('POST', '/api/auth/siwe/verify', { body })).toMatchObject({ status: 200 })
    const secrets = { current: Buffer.alloc(32, 9), previous: Buffer.alloc(32, 7) }
    await using rotated = await createKeysService({ database: service.database, secrets })
    expect(await rotated.send('POST', '/api/auth/siwe/verify', { body })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('has been used') },
    })
  })
})

describe('sign-out', () => {
  test('ends this token and no other', async () => {
    const [token, other] = [await service.signIn(account), await service.signIn(account)]
    expect(await service.send('POST', '/api/auth/logout', { token, body: {} })).toMatchObject({ status: 204 })
    expect(await service.send('GET', '/api/auth/me', { token })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('signed out') },
    })
    expect(await service.send('GET', '/api/auth/me', { token: other })).toMatchObject({ status: 200 })
  })

  test('everywhere ends all tokens of this developer, and no later ones or those of others', async () => {
    const [token, other, foreign] = [
      await service.signIn(account),
      await service.signIn(account),
      await service.signIn(stranger),
    ]
    const body = { everywhere: true }
    expect(await service.send('POST', '/api/auth/logout', { token, body })).toMatchObject({ status: 204 })
    expect(await service.send('GET', '/api/auth/me', { token: other })).toMatchObject({ status: 401 })
    expect(await service.send('GET', '/api/auth/me', { token: foreign })).toMatchObject({ status: 200 })
    expect(await service.send('GET', '/api/auth/me', { token: await service.signIn(account) })).toMatchObject({
      status: 200,
    })
  })

  test('counts on every replica at once', async () => {
    await using replica = await createKeysService({ database: service.database })
    const token = await service.signIn(account)
    expect(await replica.send('GET', '/api/auth/me', { token })).toMatchObject({ status: 200 })
    await service.send('POST', '/api/auth/logout', { token, body: {} })
    expect(await replica.send('GET', '/api/auth/me', { token })).toMatchObject({ status: 401 })
  })
})

describe('limits for all callers together', () => {
  test('sign-ups stop at the quota while known wallets still sign in', async () => {
    await using few = await createKeysService({ globalPerHour: { signups: 2 } })
    await few.signIn(account)
    await few.signIn(stranger)
    await expect(few.signIn()).rejects.toThrow(/resource_exhausted.*limit of signups/)
    await few.signIn(account)
  })

  test('nonces stop at the quota, and say when to come again', async () => {
    await using few = await createKeysService({ globalPerHour: { nonces: 1 } })
    await few.send('POST', '/api/auth/siwe/nonce', { body: {} })
    const reply = await few.send('POST', '/api/auth/siwe/nonce', { body: {} })
    expect(reply).toMatchObject({ status: 429, body: { code: 'resource_exhausted' } })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('the public keys verify our tokens, the previous ones included', async () => {
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const token = await service.signIn(account)
  const secrets = { current: Buffer.alloc(32, 9), previous: Buffer.alloc(32, 7) }
  await using rotated = await createKeysService({ database: service.database, secrets })
  const { body } = await rotated.send('GET', '/.well-known/jwks.json')
  const keys = body['keys'] as { kid: string; alg: string; d?: string }[]
  expect(keys).toHaveLength(2)
  expect(keys.every(({ d, alg }) => d === undefined && alg === 'EdDSA')).toBe(true)
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys } as never), {
    issuer: BASE_URL,
    audience: BASE_URL,
  })
  expect(payload.sub).toBe(`wallet:${account.address}`)
  expect(await rotated.send('GET', '/api/auth/me', { token })).toMatchObject({ status: 200 })
})
