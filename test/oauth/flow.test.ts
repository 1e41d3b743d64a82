import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE_URL, createKeysService, type KeysService } from '../setup/keys/keysService.ts'
import { AUDIENCE, startIssuer } from '../setup/keys/oidcIssuer.ts'
import {
  approve,
  authorizationPath,
  connect,
  createBrowser,
  createPkce,
  exchange,
  postForm,
  refresh,
  registerClient,
} from '../setup/oauth/oauthClient.ts'

let service: KeysService
beforeAll(async () => {
  service = await createKeysService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('a client that a person approved calls as that person, with the approved scopes and no others', async () => {
  const { tokens, token } = await connect(service)
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'arena:read arena:write' })
  const { body } = await service.send('GET', '/mcp', { token: tokens.access_token })
  const me = await service.send('GET', '/api/auth/me', { token })
  expect(body['caller']).toMatchObject({
    kind: 'key',
    developerId: me.body['developerId'],
    subject: me.body['subject'],
    keyId: expect.stringMatching(/^conn_/),
    scopes: ['arena:read', 'arena:write'],
  })
})

test('the answer carries state and issuer, so that a client notices a mixed-up server', async () => {
  const start = { clientId: await registerClient(service), pkce: createPkce() }
  const { origin, searchParams } = await approve(service, start)
  expect(origin).toBe('http://127.0.0.1:3999')
  expect(Object.fromEntries(searchParams)).toEqual({ code: expect.any(String), state: 'a-state', iss: BASE_URL })
})

test('the page of the decision shows the client, its host, the scopes and the duration', async () => {
  const browser = createBrowser(service.app, BASE_URL)
  const clientId = await registerClient(service, { client_name: 'Chat\u202e app' })
  const changes = { scope: 'box:read admin:* keys:manage openid' }
  const started = await browser.visit('GET', authorizationPath(clientId, createPkce(), changes))
  expect(started.status).toBe(303)
  const page = started.headers.get('location') ?? ''
  expect(page).toMatch(/^\/oauth\/consent\/[\w-]+$/)
  expect(await (await browser.visit('GET', `${page}/request`)).json()).toEqual({
    client: { id: clientId, name: 'Chat app', host: '127.0.0.1:3999' },
    redirectUri: 'http://127.0.0.1:3999/callback',
    resource: `${BASE_URL}/mcp`,
    scopes: ['box:read'],
    durationDays: 30,
  })
})

test('a refusal goes back to the client as access_denied', async () => {
  const browser = createBrowser(service.app, BASE_URL)
  const started = await browser.visit('GET', authorizationPath(await registerClient(service), createPkce()))
  const page = started.headers.get('location') ?? ''
  const token = await service.signIn()
  const decision = await browser.visit('POST', `${page}/decision`, { token, body: { approve: false } })
  const { redirectTo } = (await decision.json()) as { redirectTo: string }
  const { searchParams } = new URL((await browser.visit('GET', redirectTo)).headers.get('location') ?? '')
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('iss')).toBe(BASE_URL)
})

test('a refresh replaces both tokens, and the old access token works until it expires', async () => {
  const { clientId, tokens } = await connect(service)
  const { status, body } = await refresh(service, clientId, tokens.refresh_token)
  expect(status).toBe(200)
  expect(body['refresh_token']).not.toBe(tokens.refresh_token)
  for (const token of [tokens.access_token, String(body['access_token'])])
    expect((await service.send('GET', '/mcp', { token })).status).toBe(200)
})

test('a person sees the connected clients and ends one at once', async () => {
  const { clientId, tokens, token } = await connect(service)
  const { body } = await service.send('GET', '/api/developer/connections', { token })
  const [connection] = body['connections'] as Record<string, unknown>[]
  expect(connection).toMatchObject({
    clientId,
    clientName: 'Test client',
    clientHost: '127.0.0.1:3999',
    scopes: ['arena:read', 'arena:write'],
    resource: `${BASE_URL}/mcp`,
  })
  const path = `/api/developer/connections/${connection?.['id']}`
  expect((await service.send('DELETE', path, { token: await service.signIn() })).status).toBe(404)
  expect((await service.send('DELETE', path, { token })).status).toBe(204)
  expect((await service.send('GET', '/mcp', { token: tokens.access_token })).status).toBe(401)
  expect((await refresh(service, clientId, tokens.refresh_token)).body['error']).toBe('invalid_grant')
  expect((await service.send('GET', '/api/developer/connections', { token })).body['connections']).toEqual([])
})

test('a client revokes its own token, and nobody else does', async () => {
  const { clientId, tokens } = await connect(service)
  const foreign = await registerClient(service)
  await postForm(service, '/oauth/revoke', { token: tokens.refresh_token, client_id: foreign })
  expect((await service.send('GET', '/mcp', { token: tokens.access_token })).status).toBe(200)
  expect((await postForm(service, '/oauth/revoke', { token: tokens.refresh_token, client_id: clientId })).status).toBe(
    200,
  )
  expect((await service.send('GET', '/mcp', { token: tokens.access_token })).status).toBe(401)
})

test('the metadata names endpoints that answer, and nothing that is not served', async () => {
  const { body } = await service.send('GET', '/.well-known/oauth-authorization-server')
  expect(body).toMatchObject({
    issuer: BASE_URL,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    registration_endpoint: `${BASE_URL}/oauth/register`,
  })
  const endpoints = Object.entries(body).filter(([name]) => name.endsWith('_endpoint'))
  expect(endpoints).toHaveLength(4)
  for (const [, url] of endpoints) {
    const response = await service.app.fetch(new Request(String(url), { method: 'OPTIONS' }))
    expect(response.status).toBe(204)
  }
})

test('without the consent of the operator no client registers itself', async () => {
  await using closed = await createKeysService({ database: service.database, allowsRegistration: false })
  const { body } = await closed.send('GET', '/.well-known/oauth-authorization-server')
  expect(body['registration_endpoint']).toBeUndefined()
  expect((await closed.send('POST', '/oauth/register', { body: { redirect_uris: [] } })).status).toBe(404)
})

test('the database holds digests of codes and tokens, never the values', async () => {
  const start = { clientId: await registerClient(service), pkce: createPkce() }
  const code = (await approve(service, start)).searchParams.get('code') ?? ''
  const { body } = await exchange(service, start, code)
  const query = sql<{ dump: string }>`select t::text as dump from oauth_states t`
  const { rows } = await query.execute(service.database.kysely)
  const dump = rows.map((row) => row.dump).join('\n')
  expect(dump).toContain(start.clientId)
  for (const secret of [code, body['access_token'], body['refresh_token']]) expect(dump).not.toContain(String(secret))
})

test('a person of an identity provider approves clients too', async () => {
  await using issuer = await startIssuer()
  const oidcIssuers = [{ issuer: issuer.issuer, audience: AUDIENCE }]
  await using other = await createKeysService({ database: service.database, oidcIssuers })
  const start = { clientId: await registerClient(other), pkce: createPkce(), token: await issuer.token({ sub: 'ada' }) }
  const code = (await approve(other, start)).searchParams.get('code') ?? ''
  const { body } = await exchange(other, start, code)
  const reply = await other.send('GET', '/mcp', { token: String(body['access_token']) })
  expect(reply.body['caller']).toMatchObject({ subject: `oidc:${issuer.issuer}#ada` })
})
