import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, createKeysService, type KeysService } from '../setup/keys/keysService.ts'
import { startIssuer, type TestIssuer } from '../setup/keys/oidcIssuer.ts'
import { type Browser, createBrowser } from '../setup/oauth/oauthClient.ts'

const CLIENT = { clientId: 'slipway-site', clientSecret: 'a secret of the operator' }
const RETURN_TO = '/oauth/consent/0123456789'

let issuer: TestIssuer
let other: TestIssuer
let service: KeysService
let later = 0
beforeAll(async () => {
  issuer = await startIssuer()
  other = await startIssuer()
  const signInProviders = [issuer, other].map(({ issuer: url }) => ({ issuer: url, name: 'Harbour ID', ...CLIENT }))
  service = await createKeysService({ signInProviders, now: () => Date.now() + later })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await issuer?.[Symbol.asyncDispose]()
  await other?.[Symbol.asyncDispose]()
})

const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, string>,
})

/** Starts a sign-in; the provider is ready to answer it with an ID token, with any of its claims changed. */
async function start(claims: Record<string, unknown> = {}) {
  const browser = createBrowser(service.app, BASE_URL)
  const body = { issuer: issuer.issuer, returnTo: RETURN_TO }
  const started = await read(await browser.visit('POST', '/api/auth/oidc/start', { body }))
  const { searchParams } = new URL(started.body['authorizationUrl'] ?? '')
  const standard = { aud: CLIENT.clientId, sub: 'ada', nonce: searchParams.get('nonce') }
  issuer.answerCodes(async () => ({ id_token: await issuer.token({ ...standard, ...claims }) }))
  return { browser, asked: searchParams, state: searchParams.get('state') ?? '' }
}

async function verify(browser: Browser, answer: Record<string, string>) {
  return read(await browser.visit('POST', '/api/auth/oidc/verify', { body: { code: 'a-code', ...answer } }))
}

test('a person of a provider signs in and acts as that person', async () => {
  const { browser, asked, state } = await start({ email: 'ada@harbour.example' })
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: CLIENT.clientId,
    redirect_uri: `${BASE_URL}/api/auth/oidc/callback`,
    scope: 'openid',
    code_challenge_method: 'S256',
  })
  const query = new URLSearchParams({ state, code: 'a-code', iss: issuer.issuer, session_state: 'ignored' })
  const back = await browser.visit('GET', `/api/auth/oidc/callback?${query}`)
  const [page, fragment] = (back.headers.get('location') ?? '').split('#')
  expect([back.status, page]).toEqual([303, RETURN_TO])
  const { status, body } = await verify(browser, Object.fromEntries(new URLSearchParams(fragment)))
  expect([status, body['name']]).toEqual([200, 'ada@harbour.example'])
  const me = await service.send('GET', '/api/auth/me', { token: body['token'] })
  expect(me.body['subject']).toBe(`oidc:${issuer.issuer}#ada`)
  const { authorization, form } = issuer.lastExchange()
  expect(Buffer.from(authorization.slice(6), 'base64').toString()).toBe(
    `${CLIENT.clientId}:${encodeURIComponent(CLIENT.clientSecret)}`,
  )
  expect(form).toMatchObject({ grant_type: 'authorization_code', code: 'a-code' })
  expect(form['code_verifier']).toMatch(/^[\w-]{43}$/)
})

test('the providers are listed without their secrets, and without any there is nothing', async () => {
  const { body } = await service.send('GET', '/api/auth/oidc')
  expect(body['providers']).toHaveLength(2)
  expect(JSON.stringify(body)).not.toMatch(/secret|slipway-site/)
  await using plain = await createKeysService({ database: service.database })
  expect((await plain.send('GET', '/api/auth/oidc')).body['providers']).toEqual([])
  const unknown = { issuer: 'https://evil.example', returnTo: RETURN_TO }
  expect((await plain.send('POST', '/api/auth/oidc/start', { body: unknown })).status).toBe(400)
})

test('a sign-in comes back to a page that offers it, and to no other place', async () => {
  const ask = (returnTo: string) =>
    service.send('POST', '/api/auth/oidc/start', { body: { issuer: issuer.issuer, returnTo } })
  for (const page of ['/developers/keys', '/developers/webhooks', RETURN_TO]) expect((await ask(page)).status).toBe(200)
  const elsewhere = ['//evil.example', 'https://evil.example', '/developers/keys/', '/developers/keys?x', '/launch', '']
  for (const place of elsewhere)
    expect((await ask(place)).body['message']).toMatch(/^returnTo must be \/developers\/keys/)
})

test('with https, a cookie that another host of the domain may have set is ignored', async () => {
  const baseUrl = 'https://slipway.example'
  const signInProviders = [{ issuer: issuer.issuer, name: 'Harbour ID', ...CLIENT }]
  await using secure = await createKeysService({ database: service.database, baseUrl, signInProviders })
  const browser = createBrowser(secure.app, baseUrl)
  const body = { issuer: issuer.issuer, returnTo: RETURN_TO }
  const started = await browser.visit('POST', '/api/auth/oidc/start', { body })
  const [cookie = ''] = started.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-slipway_sign_in=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=300$/)
  const { searchParams } = new URL(((await started.json()) as { authorizationUrl: string }).authorizationUrl)
  const claims = { aud: CLIENT.clientId, sub: 'ada', nonce: searchParams.get('nonce') }
  issuer.answerCodes(async () => ({ id_token: await issuer.token(claims) }))
  const victim = createBrowser(secure.app, baseUrl)
  const value = /=([\w-]+)/.exec(cookie)?.[1] ?? ''
  victim.cookies.set('slipway_sign_in /', { value, path: '/' })
  const state = searchParams.get('state') ?? ''
  expect((await verify(victim, { state })).body['message']).toMatch(/another browser/)
  expect((await verify(browser, { state })).status).toBe(200)
})

describe('an answer is refused', () => {
  test('that is used a second time', async () => {
    const { browser, state } = await start()
    expect((await verify(browser, { state })).status).toBe(200)
    const again = await verify(browser, { state })
    expect([again.status, again.body['message']]).toEqual([401, expect.stringContaining('has been used')])
  })

  test('that two callers use at once, for all but one', async () => {
    const { browser, state } = await start()
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await verify(browser, { state })).status))
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401])
  })

  test('in another browser, such as that of a victim who opens the link of an attacker', async () => {
    const { state } = await start()
    const victim = createBrowser(service.app, BASE_URL)
    expect((await verify(victim, { state })).body['message']).toMatch(/another browser/)
    const { browser: own } = await start()
    expect((await verify(own, { state })).body['message']).toMatch(/another browser/)
  })

  test('that names another provider, also a trusted one', async () => {
    for (const iss of [other.issuer, 'https://evil.example']) {
      const { browser, state } = await start()
      expect((await verify(browser, { state, iss })).body['message']).toMatch(/another identity provider/)
    }
  })

  test.each([
    ['for another audience', { aud: 'another-client' }],
    ['for another audience too', { aud: [CLIENT.clientId, 'another-client'] }],
    ['issued to another client', { azp: 'another-client' }],
    ['without an audience', { aud: undefined, azp: CLIENT.clientId }],
    ['of another sign-in', { nonce: 'of-another-sign-in' }],
    ['without a nonce', { nonce: undefined }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: 1 }],
  ])('with an ID token %s', async (_, claims) => {
    const { browser, state } = await start(claims)
    expect((await verify(browser, { state })).status).toBe(401)
  })

  test('with an ID token that another provider signed', async () => {
    const { browser, asked, state } = await start()
    const claims = { iss: issuer.issuer, aud: CLIENT.clientId, nonce: asked.get('nonce') }
    issuer.answerCodes(async () => ({ id_token: await other.token(claims) }))
    expect((await verify(browser, { state })).status).toBe(401)
  })

  test('with a code that the provider does not accept', async () => {
    const { browser, state } = await start()
    issuer.answerCodes(async () => ({ error: 'invalid_grant' }))
    expect((await verify(browser, { state })).body['message']).toMatch(/did not accept the code/)
  })

  test('with a state that was changed, is older than five minutes, or is none', async () => {
    const { browser, state } = await start()
    const [nonce, payload, seal] = state.split('.')
    const changed = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), issuer: other.issuer }),
    ).toString('base64url')
    for (const bad of [`${nonce}.${changed}.${seal}`, `${nonce}.${payload}.`, 'x', ''])
      expect((await verify(browser, { state: bad })).body['message']).toMatch(/its state is unknown/)
    const back = await browser.visit('GET', `/api/auth/oidc/callback?${new URLSearchParams({ state: 'x', code: 'c' })}`)
    expect([back.status, back.headers.get('location')]).toEqual([400, null])
    later = 6 * 60_000
    expect((await verify(browser, { state })).body['message']).toMatch(/older than five minutes/)
    later = 0
  })
})

test.each(['https://evil.example/oauth/consent/1', '//evil.example/oauth/consent/1', '/oauth/consent/../x', '/'])(
  'nobody is sent back to %s',
  async (returnTo) => {
    const body = { issuer: issuer.issuer, returnTo }
    expect((await service.send('POST', '/api/auth/oidc/start', { body })).status).toBe(400)
  },
)
