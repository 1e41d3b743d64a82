import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeysService, type KeysService } from '../setup/keys/keysService.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../setup/keys/oidcIssuer.ts'

let issuer: TestIssuer
let service: KeysService
beforeAll(async () => {
  issuer = await startIssuer()
  service = await createKeysService({ oidcIssuers: [{ issuer: issuer.issuer, audience: AUDIENCE }] })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})

const me = (token: string) => service.send('GET', '/api/auth/me', { token })
const seconds = () => Math.floor(Date.now() / 1000)

describe('claims that are contradictory', () => {
  test.each([
    ['a numeric subject', { sub: 12 }],
    ['a list as subject', { sub: ['ada'] }],
    ['an end thousands of years away', { exp: 8.64e12 }],
    ['an end beyond every date', { exp: 1e300 }],
    ['an end eleven years away', { exp: seconds() + 11 * 365 * 86_400 }],
  ])('%s is 401', async (_, claims) => {
    expect(await me(await issuer.token(claims as never))).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })
})

describe('accepted', () => {
  test('a token of the provider signs its person up and is known again', async () => {
    const first = await me(await issuer.token({ sub: 'ada' }))
    const again = await me(await issuer.token({ sub: 'ada' }))
    const other = await me(await issuer.token({ sub: 'bob' }))
    expect(first).toMatchObject({
      status: 200,
      body: { subject: `oidc:${issuer.issuer}#ada`, address: null, operator: false },
    })
    expect(again.body['developerId']).toBe(first.body['developerId'])
    expect(other.body['developerId']).not.toBe(first.body['developerId'])
  })

  test('it makes API keys', async () => {
    const { key } = await service.createKey(await issuer.token({ sub: 'ada' }))
    expect(await service.send('GET', '/probe/build', { key })).toMatchObject({ status: 200 })
  })

  test.each([
    ['one of several audiences', { aud: ['other', AUDIENCE] }, {}],
    ['the client in azp and no audience', { aud: undefined, azp: AUDIENCE }, {}],
    ['an access token type', {}, { typ: 'at+jwt' }],
    ['a clock 20 s apart', { exp: seconds() - 20, iat: seconds() - 100 }, {}],
  ])('%s', async (_, claims, header) => {
    expect(await me(await issuer.token(claims, header))).toMatchObject({ status: 200 })
  })

  test.each(['ES256', 'EdDSA'] as const)('%s keys, with the key set at a known address', async (alg) => {
    await using provider = await startIssuer(alg)
    const jwksUri = `${provider.issuer}/jwks`
    const oidcIssuers = [{ issuer: provider.issuer, audience: AUDIENCE, jwksUri }]
    await using small = await createKeysService({ database: service.database, oidcIssuers })
    const token = await provider.token()
    const replies = await Promise.all(Array.from({ length: 20 }, () => small.send('GET', '/api/auth/me', { token })))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect(provider.fetches()).toBe(1)
  })
})

describe('refused', () => {
  const forgeries: [string, () => Promise<string>, RegExp][] = [
    ['no signature (alg none)', () => unsigned(), /malformed, not signed/],
    ['the public key as a shared secret', () => signedWithPublicKey(), /malformed, not signed/],
    ['another key under the same id', () => signedByStranger({}), /malformed, not signed/],
    ['a key of its own in the header', () => signedByStranger({ jwk: true }), /malformed, not signed/],
    ['a key set of its own (jku)', () => signedByStranger({ jku: 'https://evil.example/jwks' }), /malformed/],
    ['a certificate of its own (x5u)', () => signedByStranger({ x5u: 'https://evil.example/x5u' }), /malformed/],
    ['a path as key id', () => issuer.token({}, { kid: '../../etc/passwd' }), /malformed/],
    ['another issuer', () => issuer.token({ iss: 'https://evil.example' }), /issuer is not accepted here/],
    ['no issuer', () => issuer.token({ iss: undefined }), /issuer is not accepted here/],
    ['our own name as issuer', () => issuer.token({ iss: 'http://127.0.0.1:8787' }), /malformed/],
    ['another audience', () => issuer.token({ aud: 'other' }), /another audience/],
    ['no audience at all', () => issuer.token({ aud: undefined }), /another audience/],
    ['the audience in azp but another in aud', () => issuer.token({ aud: 'other', azp: AUDIENCE }), /another audience/],
    ['an expired one', () => issuer.token({ exp: seconds() - 60 }), /has expired/],
    ['one without expiry', () => issuer.token({ exp: undefined }), /malformed/],
    ['one that was issued in the future', () => issuer.token({ iat: seconds() + 120 }), /malformed/],
    ['one from before all time', () => issuer.token({ iat: -1e15 }), /malformed/],
    ['one that never ends', () => issuer.token({ exp: 1e15 }), /malformed/],
    ['one for later', () => issuer.token({ nbf: seconds() + 120 }), /malformed/],
    ['one without a subject', () => issuer.token({ sub: undefined }), /malformed/],
    ['one with a control character in its subject', () => issuer.token({ sub: 'a\u0000b' }), /malformed/],
    ['one with an endless subject', () => issuer.token({ sub: 'a'.repeat(256) }), /malformed/],
    ['a logout token', () => issuer.token({}, { typ: 'logout+jwt' }), /malformed/],
    ['plain text', async () => 'hello', /neither a session token nor an API key/],
    ['two parts', async () => (await issuer.token()).split('.').slice(0, 2).join('.'), /refused/],
  ]
  test.each(forgeries)('%s', async (_, forge, reason) => {
    const reply = await me(await forge())
    expect(reply).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: expect.stringMatching(reason) },
    })
  })

  test('500 tokens with a part of them altered', async () => {
    const token = await issuer.token()
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const places = [...token].flatMap((letter, at) => (letter === '.' || isPadding(token, at) ? [] : [at]))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.integer({ min: 1, max: 63 }), async (at, shift) => {
        const letter = alphabet[(alphabet.indexOf(token.charAt(at)) + shift) % 64]
        const reply = await me(token.slice(0, at) + letter + token.slice(at + 1))
        expect(reply.status).toBe(401)
      }),
      { numRuns: 500 },
    )
  })

  test('a token that was signed out, and only that one', async () => {
    const [token, other] = [await issuer.token({ jti: '1' }), await issuer.token({ jti: '2' })]
    expect(await service.send('POST', '/api/auth/logout', { token, body: {} })).toMatchObject({ status: 204 })
    expect(await me(token)).toMatchObject({ status: 401, body: { message: expect.stringContaining('signed out') } })
    expect(await me(other)).toMatchObject({ status: 200 })
  })
})

test('an unreachable provider is unavailable, not a bad token', async () => {
  await using provider = await startIssuer()
  const oidcIssuers = [{ issuer: provider.issuer, audience: AUDIENCE }]
  await using small = await createKeysService({ database: service.database, oidcIssuers })
  provider.fail()
  const reply = await small.send('GET', '/api/auth/me', { token: await provider.token() })
  expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(JSON.stringify(reply.body)).not.toContain(provider.issuer)
})

test('a discovery document of another issuer is rejected', async () => {
  const oidcIssuers = [{ issuer: `${issuer.issuer}/`, audience: AUDIENCE }]
  await using small = await createKeysService({ database: service.database, oidcIssuers })
  const token = await issuer.token({ iss: `${issuer.issuer}/` })
  expect(await small.send('GET', '/api/auth/me', { token })).toMatchObject({ status: 503 })
})

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function claims(): object {
  return { iss: issuer.issuer, aud: AUDIENCE, sub: 'ada', iat: seconds(), exp: seconds() + 60 }
}

async function unsigned(): Promise<string> {
  return `${encode({ alg: 'none' })}.${encode(claims())}.${randomBytes(8).toString('base64url')}`
}

async function signedWithPublicKey(): Promise<string> {
  const body = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims())}`
  return `${body}.${createHmac('sha256', await exportSPKI(issuer.publicKey))
    .update(body)
    .digest('base64url')}`
}

async function signedByStranger({ jwk, ...header }: { jwk?: true; jku?: string; x5u?: string }): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const own = jwk ? { jwk: await exportJWK(publicKey) } : {}
  return new SignJWT({ ...claims() })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header, ...own })
    .sign(privateKey)
}

/** The last letter of a part whose length is not a multiple of four carries unused bits. */
function isPadding(token: string, at: number): boolean {
  return at === token.length - 1 || token[at + 1] === '.'
}
