import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, createKeysService, type KeysService } from '../setup/keys/keysService.ts'
import {
  approve,
  authorizationPath,
  connect,
  createBrowser,
  createPkce,
  exchange,
  REDIRECT,
  refresh,
  registerClient,
} from '../setup/oauth/oauthClient.ts'

let service: KeysService
beforeAll(async () => {
  service = await createKeysService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const statusAt = async (path: string, token: unknown) =>
  (await service.send('GET', path, { token: String(token) })).status

async function issued() {
  const start = { clientId: await registerClient(service), pkce: createPkce() }
  return { start, code: (await approve(service, start)).searchParams.get('code') ?? '' }
}

describe('a stolen code', () => {
  test('is useless without its verifier', async () => {
    const { start, code } = await issued()
    for (const verifier of ['', createPkce().verifier, start.pkce.challenge]) {
      const { status, body } = await exchange(service, start, code, { code_verifier: verifier })
      expect([status, body['access_token']]).toEqual([400, undefined])
    }
  })

  test('that is used a second time ends the tokens of the first use', async () => {
    const { start, code } = await issued()
    const first = await exchange(service, start, code)
    expect(await statusAt('/mcp', first.body['access_token'])).toBe(200)
    expect((await exchange(service, start, code)).body['error']).toBe('invalid_grant')
    expect(await statusAt('/mcp', first.body['access_token'])).toBe(401)
    expect((await refresh(service, start.clientId, String(first.body['refresh_token']))).status).toBe(400)
  })

  test('that ten callers use at once leaves nobody with a token that works', async () => {
    const { start, code } = await issued()
    const replies = await Promise.all(Array.from({ length: 10 }, () => exchange(service, start, code)))
    const tokens = replies.flatMap(({ body }) => (body['access_token'] === undefined ? [] : [body['access_token']]))
    expect(tokens.length).toBeLessThanOrEqual(1)
    for (const token of tokens) expect(await statusAt('/mcp', token)).toBe(401)
  })

  test('does not work for another client, nor with another redirect', async () => {
    const { start, code } = await issued()
    const foreign = { ...start, clientId: await registerClient(service) }
    expect((await exchange(service, foreign, code)).body['error']).toBe('invalid_grant')
    const redirect_uri = `${REDIRECT}/other`
    expect((await exchange(service, start, code, { redirect_uri })).body['error']).toBe('invalid_grant')
  })
})

describe('a refresh token that is replayed', () => {
  test('ends every token of the connection, also those of the honest client', async () => {
    const { clientId, tokens } = await connect(service)
    const honest = await refresh(service, clientId, tokens.refresh_token)
    expect((await refresh(service, clientId, tokens.refresh_token)).body['error']).toBe('invalid_grant')
    expect(await statusAt('/mcp', honest.body['access_token'])).toBe(401)
    expect((await refresh(service, clientId, String(honest.body['refresh_token']))).status).toBe(400)
  })

  test('at the same time as the honest client leaves nobody connected', async () => {
    const { clientId, tokens } = await connect(service)
    const both = await Promise.all([1, 2].map(() => refresh(service, clientId, tokens.refresh_token)))
    for (const { body } of both)
      if (body['access_token'] !== undefined) expect(await statusAt('/mcp', body['access_token'])).toBe(401)
  })

  test('does not work for another client, and gives no scope that was not approved', async () => {
    const { clientId, tokens } = await connect(service)
    expect((await refresh(service, await registerClient(service), tokens.refresh_token)).status).toBe(400)
    const { body } = await refresh(service, clientId, tokens.refresh_token, { scope: 'arena:read box:write' })
    expect(body['error']).toBe('invalid_scope')
  })
})

describe('a token', () => {
  test('for one resource opens no other', async () => {
    const mcp = await connect(service)
    expect(await statusAt('/mcp', mcp.tokens.access_token)).toBe(200)
    expect(await statusAt('/probe/room', mcp.tokens.access_token)).toBe(401)
    const rest = await connect(service, { resource: `${BASE_URL}/` })
    expect(await statusAt('/probe/room', rest.tokens.access_token)).toBe(200)
    expect(await statusAt('/mcp', rest.tokens.access_token)).toBe(401)
  })

  test('for a resource of somebody else is not issued', async () => {
    const clientId = await registerClient(service)
    for (const resource of ['https://evil.example/mcp', `${BASE_URL}.evil.example/mcp`, `${BASE_URL}/mcp/x`]) {
      const browser = createBrowser(service.app, BASE_URL)
      const path = authorizationPath(clientId, createPkce(), { resource })
      const { searchParams } = new URL((await browser.visit('GET', path)).headers.get('location') ?? '')
      expect(searchParams.get('error')).toBe('invalid_target')
    }
    const { start, code } = await issued()
    const other = await exchange(service, start, code, { resource: `${BASE_URL}/a2a` })
    expect(other.body['error']).toBe('invalid_target')
  })

  test('without a scope is asked for it by name, and never manages keys or connections', async () => {
    const { tokens } = await connect(service, { resource: BASE_URL, scope: 'arena:read keys:manage admin:*' })
    expect(tokens.scope).toBe('arena:read')
    const refused = await service.send('GET', '/probe/room', { token: tokens.access_token })
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope".*scope="arena:read arena:write"/,
    )
    expect(await statusAt('/api/developer/keys', tokens.access_token)).toBe(403)
    expect(await statusAt('/api/developer/connections', tokens.access_token)).toBe(401)
    expect(await statusAt('/probe/admin', tokens.access_token)).toBe(403)
  })
})

describe('an authorization request', () => {
  const answerTo = async (changes: Record<string, string>, metadata: object = {}) => {
    const browser = createBrowser(service.app, BASE_URL)
    return browser.visit('GET', authorizationPath(await registerClient(service, metadata), createPkce(), changes))
  }

  test.each([
    'http://127.0.0.1:3999/other',
    'https://evil.example/callback',
    'http://127.0.0.1:3999/callback?x=1',
    'http://localhost:3999/callback',
    'javascript:alert(1)',
  ])('with the redirect %s of nobody stays here', async (redirect_uri) => {
    const response = await answerTo({ redirect_uri })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  })

  test('of a native client may use another port of loopback', async () => {
    const response = await answerTo({ redirect_uri: 'http://127.0.0.1:41234/callback' })
    expect(response.headers.get('location')).toMatch(/^\/oauth\/consent\//)
  })

  test.each([
    [{ code_challenge_method: 'plain' }],
    [{ code_challenge: '' }],
    [{ response_type: 'token' }],
    [{ response_type: 'id_token' }],
    [{ prompt: 'none' }],
  ])('with %o is refused', async (changes) => {
    const response = await answerTo(changes)
    const { searchParams, hash } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')).toBeTruthy()
    expect(searchParams.get('code')).toBeNull()
  })

  test('does not leave the query for a form or a fragment', async () => {
    const response = await answerTo({ response_mode: 'form_post', prompt: 'none' })
    expect(response.status).toBe(303)
  })
})

test.each([
  'http://evil.example/callback',
  'http://10.0.0.1/callback',
  'http://127.0.0.1.evil.example/callback',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://client.example/callback#fragment',
])('a client with the redirect %s is not registered', async (uri) => {
  const { status, body } = await service.send('POST', '/oauth/register', {
    body: { redirect_uris: [uri], application_type: 'web' },
  })
  expect([status, body['error']]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)])
})

describe('the decision', () => {
  async function started() {
    const browser = createBrowser(service.app, BASE_URL)
    const response = await browser.visit('GET', authorizationPath(await registerClient(service), createPkce()))
    return { browser, page: response.headers.get('location') ?? '' }
  }

  test('cannot be made in another browser, such as that of a victim who opens a link', async () => {
    const { page } = await started()
    const victim = createBrowser(service.app, BASE_URL)
    const token = await service.signIn()
    expect((await victim.visit('GET', `${page}/request`)).status).toBe(404)
    expect((await victim.visit('POST', `${page}/decision`, { token, body: { approve: true } })).status).toBe(404)
    // Not even with a sign-in of their own under way.
    const own = await victim.visit('GET', authorizationPath(await registerClient(service), createPkce()))
    expect(own.status).toBe(303)
    expect((await victim.visit('POST', `${page}/decision`, { token, body: { approve: true } })).status).toBe(404)
  })

  test('needs a session token: cookies alone decide nothing, and neither does a key or an access token', async () => {
    const { browser, page } = await started()
    const person = await service.signIn()
    const { key } = await service.createKey(person, { scopes: ['api:*', 'keys:manage'] })
    const { tokens } = await connect(service, { resource: BASE_URL })
    for (const token of [undefined, key, tokens.access_token]) {
      const credentials = token === undefined ? {} : { token }
      const response = await browser.visit('POST', `${page}/decision`, { ...credentials, body: { approve: true } })
      expect(response.status).toBe(401)
    }
  })

  test('is made once', async () => {
    const { browser, page } = await started()
    const token = await service.signIn()
    const approved = await browser.visit('POST', `${page}/decision`, { token, body: { approve: true } })
    const { redirectTo } = (await approved.json()) as { redirectTo: string }
    expect((await browser.visit('POST', `${page}/decision`, { token, body: { approve: true } })).status).toBe(400)
    expect((await browser.visit('GET', redirectTo)).status).toBe(303)
    const again = await browser.visit('GET', redirectTo)
    expect([again.status, again.headers.get('location')]).toEqual([400, null])
  })

  test('by a page of another origin is refused', async () => {
    const { page } = await started()
    const token = await service.signIn()
    const { status } = await service.send('POST', `${page}/decision`, {
      token,
      body: { approve: true },
      headers: { origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
  })
})
