import { sql } from 'kysely'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import { createKeysService, type KeysService, type Reply, siweMessage } from '../setup/keys/keysService.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../setup/keys/oidcIssuer.ts'

const account = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())

let issuer: TestIssuer
let service: KeysService
let token: string
let key: string
let keyId: string

beforeAll(async () => {
  issuer = await startIssuer()
  service = await createKeysService({ oidcIssuers: [{ issuer: issuer.issuer, audience: AUDIENCE }] })
  token = await service.signIn(account)
  const created = await service.createKey(token)
  key = created.key
  keyId = created.id
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})

const BAD_KEY =
  /^This API key is not valid here: mistyped, expired, revoked, unknown, or used outside of its networks\./
const INJECTION = `'; drop table api_keys; select '1' --`

const withKey = (secret: string) => service.send('GET', '/probe/build', { key: secret })
const withToken = (secret: string) => service.send('GET', '/api/auth/me', { token: secret })
const createKey = (body: object) => service.send('POST', '/api/developer/keys', { token, body })
const rotate = (body: object) => service.send('POST', `/api/developer/keys/${keyId}/rotate`, { token, body })
const seconds = () => Math.floor(Date.now() / 1000)

type Row = [name: string, send: () => Promise<Reply>, status: number, code: string, message: RegExp]

const TABLE: Row[] = [
  [
    'no credential where a key is needed',
    () => service.send('GET', '/probe/build'),
    401,
    'unauthenticated',
    /^Send an API key as/,
  ],
  ['a session where a key is needed', () => withKey(token), 401, 'unauthenticated', /^Send an API key as/],
  ['a key where a session is needed', () => withToken(key), 401, 'unauthenticated', /^Send a session token as/],
  ['an expired key', () => expiredKey().then(withKey), 401, 'unauthenticated', BAD_KEY],
  ['a revoked key', () => revokedKey().then(withKey), 401, 'unauthenticated', BAD_KEY],
  ['an unknown key', () => withKey(ApiKey.create()), 401, 'unauthenticated', BAD_KEY],
  ['a key with one character changed', () => withKey(changed(key)), 401, 'unauthenticated', BAD_KEY],
  ['a key cut short', () => withKey(key.slice(0, 30)), 401, 'unauthenticated', BAD_KEY],
  ['two different keys in two headers', twoKeys, 401, 'unauthenticated', /carry different secrets/],
  ['a credential of 10 kB', () => withKey('x'.repeat(10_240)), 401, 'unauthenticated', /longer than 8192 characters/],
  ['another scheme', () => withHeader('Basic dXNlcjpwYXNz'), 401, 'unauthenticated', /Authorization: Bearer <API_KEY>/],
  [
    'an expired token',
    () => issuer.token({ exp: seconds() - 60 }).then(withToken),
    401,
    'unauthenticated',
    /has expired; sign in again/,
  ],
  ['a signed-out token', () => signedOut().then(withToken), 401, 'unauthenticated', /was signed out; sign in again/],
  [
    'a token of another issuer',
    () => issuer.token({ iss: 'https://evil.example' }).then(withToken),
    401,
    'unauthenticated',
    /issuer is not accepted here/,
  ],
  [
    'a token for another audience',
    () => issuer.token({ aud: 'other' }).then(withToken),
    401,
    'unauthenticated',
    /another audience/,
  ],
  ['a token with alg none', () => withToken(unsigned()), 401, 'unauthenticated', /malformed, not signed by its issuer/],
  ['a malformed token', () => withToken('hello'), 401, 'unauthenticated', /neither a session token nor an API key/],
  ['a replayed nonce', replayed, 401, 'unauthenticated', /nonce has been used/],
  [
    'the signature of another address',
    () => signIn(stranger),
    401,
    'unauthenticated',
    /signature was not made by the address/,
  ],
  [
    'a malformed message',
    () => verify({ message: 'hello', signature: '0x' }),
    400,
    'invalid_argument',
    /must be a Sign-In with Ethereum message/,
  ],
  [
    'a malformed signature',
    () => verify({ message: 'hello', signature: 'yes' }),
    400,
    'invalid_argument',
    /^signature must be 0x/,
  ],
  [
    'a message of 5,000 characters',
    () => verify({ message: 'x'.repeat(5000), signature: '0x' }),
    400,
    'invalid_argument',
    /^message /,
  ],
  [
    'a sign-in body of 20 kB',
    () => verify({ message: 'x'.repeat(20_000), signature: '0x' }),
    413,
    'invalid_argument',
    /larger than 16384 bytes/,
  ],
  [
    '50 scopes',
    () => createKey({ name: 'x', scopes: Array(50).fill('api:*') }),
    400,
    'invalid_argument',
    /^scopes must name at most 12/,
  ],
  ['no scope', () => createKey({ name: 'x', scopes: [] }), 400, 'invalid_argument', /^scopes must name at least one/],
  [
    'an unknown scope',
    () => createKey({ name: 'x', scopes: ['root'] }),
    400,
    'invalid_argument',
    /^scopes\.0 must be one of api:\*,/,
  ],
  [
    'the operators’ scope',
    () => createKey({ name: 'x', scopes: ['admin:*'] }),
    403,
    'permission_denied',
    /trusted operators only/,
  ],
  ['no name', () => createKey({}), 400, 'invalid_argument', /^name is required/],
  ['an empty name', () => createKey({ name: '' }), 400, 'invalid_argument', /^name must not be empty/],
  ['a name of spaces', () => createKey({ name: '   ' }), 400, 'invalid_argument', /^name must not be empty/],
  [
    'a name of 10,000 characters',
    () => createKey({ name: 'x'.repeat(10_000) }),
    400,
    'invalid_argument',
    /^name must be at most 128/,
  ],
  [
    'a name with control characters',
    () => createKey({ name: 'a\u0000b\u001b[31m' }),
    400,
    'invalid_argument',
    /^name must be plain text/,
  ],
  ['a key as a name', () => createKey({ name: key }), 400, 'invalid_argument', /^name seems to contain an API key/],
  ['a name that is a number', () => createKey({ name: 5 }), 400, 'invalid_argument', /^name must be a string/],
  [
    'a field that does not exist',
    () => createKey({ name: 'x', developerId: 'dev_1' }),
    400,
    'invalid_argument',
    /^developerId is not a known field/,
  ],
  [
    'an expiry in the past',
    () => createKey({ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }),
    400,
    'invalid_argument',
    /^expiresAt must be in the future/,
  ],
  [
    'an expiry that is not a date',
    () => createKey({ name: 'x', expiresAt: 'soon' }),
    400,
    'invalid_argument',
    /^expiresAt /,
  ],
  [
    'an overlap of a year',
    () => rotate({ overlapSeconds: 31_536_000 }),
    400,
    'invalid_argument',
    /^overlapSeconds must be at most 604800/,
  ],
  [
    'a negative overlap',
    () => rotate({ overlapSeconds: -1 }),
    400,
    'invalid_argument',
    /^overlapSeconds must not be negative/,
  ],
  ['a page of 0', () => list('?limit=0'), 400, 'invalid_argument', /^limit must be a whole number from 1 to 200/],
  [
    'a report of a text that is not a key',
    () => report('hello'),
    400,
    'invalid_argument',
    /^key must be a whole API key/,
  ],
  ['SQL as a key', () => withKey(`svc_sk_${INJECTION}`), 401, 'unauthenticated', /Authorization: Bearer/],
  [
    'SQL as a key id',
    () => path('DELETE', `/api/developer/keys/${encodeURIComponent(INJECTION)}`),
    404,
    'not_found',
    /^You have no key/,
  ],
  [
    'SQL as a key id to rotate',
    () => path('POST', `/api/developer/keys/${encodeURIComponent(INJECTION)}/rotate`),
    404,
    'not_found',
    /^You have no key/,
  ],
  [
    'SQL as a key id to read',
    () => path('GET', `/api/developer/keys/${encodeURIComponent(INJECTION)}/usage`),
    404,
    'not_found',
    /^You have no key/,
  ],
  [
    'SQL as a usage cursor',
    () => path('GET', `/api/developer/keys/${keyId}/usage?cursor=${encodeURIComponent(INJECTION)}`),
    400,
    'invalid_argument',
    /^cursor must be nextCursor/,
  ],
  [
    'SQL as an audit event',
    () => path('GET', `/api/developer/audit?event=${encodeURIComponent(INJECTION)}`),
    400,
    'invalid_argument',
    /^event /,
  ],
  [
    'SQL as a limit',
    () => list(`?limit=${encodeURIComponent(INJECTION)}`),
    400,
    'invalid_argument',
    /^limit must be a whole number from 1 to 200/,
  ],
  ['SQL as a reported key', () => report(INJECTION), 400, 'invalid_argument', /^key must be a whole API key/],
  [
    'SQL as a scope',
    () => createKey({ name: 'x', scopes: [INJECTION] }),
    400,
    'invalid_argument',
    /^scopes\.0 must be one of/,
  ],
  [
    'SQL as a sign-in message',
    () => verify({ message: INJECTION, signature: '0x' }),
    400,
    'invalid_argument',
    /Sign-In with Ethereum/,
  ],
]

test.each(TABLE)('%s', async (_, send, status, code, message) => {
  const reply = await send()
  expect(reply).toMatchObject({ status, body: { code, message: expect.stringMatching(message) } })
  expect(Object.keys(reply.body).filter((field) => !['code', 'message', 'details'].includes(field))).toEqual([])
  expect(JSON.stringify(reply.body)).not.toContain(key)
})

test('SQL in a name or cursor is plain text, and every table survives', async () => {
  expect(await createKey({ name: INJECTION })).toMatchObject({ status: 201, body: { record: { name: INJECTION } } })
  expect(await list(`?cursor=${encodeURIComponent(INJECTION)}`)).toMatchObject({ status: 200 })
  expect(await path('GET', `/api/developer/audit?cursor=${encodeURIComponent(INJECTION)}`)).toMatchObject({
    status: 200,
  })
  const { rows } = await sql`select from api_keys`.execute(service.database.kysely)
  expect(rows.length).toBeGreaterThan(1)
  expect(await withKey(key)).toMatchObject({ status: 200 })
  expect(service.failures).toEqual([])
})

test('a bad key is served as anonymous where a key is optional', async () => {
  expect(await service.send('GET', '/probe/optional', { key: changed(key) })).toMatchObject({
    status: 200,
    body: { caller: { kind: 'anonymous' } },
  })
  expect(await service.send('GET', '/probe/open', { key: changed(key) })).toMatchObject({ status: 200 })
})

test('no field accepts a character that the database cannot store', async () => {
  for (const bad of ['%00', '%ED%A0%80', encodeURIComponent('\u200b')])
    for (const [method, target] of [
      ['DELETE', `/api/developer/keys/a${bad}`],
      ['GET', `/api/developer/keys/a${bad}/usage`],
      ['GET', `/api/developer/keys?cursor=a${bad}`],
      ['GET', `/api/developer/audit?cursor=a${bad}`],
      ['GET', `/api/developer/audit?target=a${bad}`],
    ] as const)
      expect((await path(method, target)).status, target).toBeOneOf([400, 404, 200])
  expect(service.failures).toEqual([])
})

function changed(secret: string): string {
  return secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21)
}

async function expiredKey(): Promise<string> {
  const created = await service.createKey(token)
  await sql`update api_keys set expires_at = now() - interval '1 ms' where id = ${created.id}`.execute(
    service.database.kysely,
  )
  return created.key
}

async function revokedKey(): Promise<string> {
  const created = await service.createKey(token)
  await service.send('DELETE', `/api/developer/keys/${created.id}`, { token })
  return created.key
}

async function signedOut(): Promise<string> {
  const spent = await service.signIn(account)
  await service.send('POST', '/api/auth/logout', { token: spent, body: {} })
  return spent
}

function twoKeys(): Promise<Reply> {
  return service.send('GET', '/probe/build', {
    headers: { authorization: `Bearer ${key}`, 'x-api-key': ApiKey.create() },
  })
}

function withHeader(authorization: string): Promise<Reply> {
  return service.send('GET', '/probe/build', { headers: { authorization } })
}

function unsigned(): string {
  const claims = { iss: issuer.issuer, aud: AUDIENCE, sub: 'ada', iat: seconds(), exp: seconds() + 60 }
  const [header, body] = [{ alg: 'none' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return `${header}.${body}.`
}

function verify(body: object): Promise<Reply> {
  return service.send('POST', '/api/auth/siwe/verify', { body })
}

async function signIn(signer: typeof account): Promise<Reply> {
  const { body } = await service.send('POST', '/api/auth/siwe/nonce', { body: {} })
  const message = siweMessage({ address: account.address, nonce: String(body['nonce']) })
  return verify({ message, signature: await signer.signMessage({ message }) })
}

async function replayed(): Promise<Reply> {
  const { body } = await service.send('POST', '/api/auth/siwe/nonce', { body: {} })
  const message = siweMessage({ address: account.address, nonce: String(body['nonce']) })
  const request = { message, signature: await account.signMessage({ message }) }
  await verify(request)
  return verify(request)
}

function list(query: string): Promise<Reply> {
  return service.send('GET', `/api/developer/keys${query}`, { token })
}

function report(secret: string): Promise<Reply> {
  return service.send('POST', '/api/developer/keys/report', { body: { key: secret } })
}

function path(method: string, target: string): Promise<Reply> {
  return service.send(method, target, { token, ...(method === 'POST' && { body: {} }) })
}
