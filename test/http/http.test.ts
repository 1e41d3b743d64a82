import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Caller } from '#core/Access.ts'
import * as Access from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, defineRaw, type Operation } from '#core/Operation.ts'
import type { Authenticate, Served } from '#core/ports.ts'
import { Address, Amount } from '#core/wire.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'
import { emptyOperation } from '../setup/operations.ts'

const shared = { tag: 'test', summary: 'For a test.', access: Access.none, limit: 'read', errors: [] } as const

const transfer = define({
  ...shared,
  name: 'transfer',
  method: 'POST',
  path: '/rooms/{id}/transfer',
  request: z.strictObject({ id: z.string(), to: Address, amount: Amount }),
  response: z.object({ id: z.string(), to: Address, half: Amount }),
  status: 201,
  handle: ({ id, to, amount }) => ({ id, to, half: amount / 2n }),
})

const document = define({
  ...shared,
  name: 'document',
  method: 'GET',
  path: '/document',
  cacheControl: 'public, max-age=60',
  request: z.strictObject({ size: z.string().optional() }),
  response: z.object({ text: z.string() }),
  handle: ({ size = '4' }) => ({ text: 'x'.repeat(Number(size)) }),
})

const broken = define({
  ...shared,
  name: 'broken',
  method: 'GET',
  path: '/broken',
  request: z.strictObject({}),
  response: z.object({ count: z.number() }),
  handle: () => ({ count: 'three' }) as never,
})

const guarded = define({
  ...shared,
  name: 'guarded',
  method: 'POST',
  path: '/guarded',
  access: Access.key('lp:build'),
  request: z.object({}),
  response: z.object({}),
  handle: () => ({}),
})

const slow = define({
  ...shared,
  name: 'slow',
  method: 'GET',
  path: '/slow',
  timeoutMs: 30,
  request: z.strictObject({}),
  response: z.object({}),
  handle: () => new Promise<Record<string, never>>(() => {}),
})

const small = define({ ...shared, ...emptyOperation, name: 'small', path: '/small', maxBodyBytes: 16 } as never)

const raw = defineRaw({
  ...shared,
  name: 'raw',
  method: 'GET',
  path: '/raw',
  contentType: 'text/plain',
  request: z.strictObject({}),
  response: z.string(),
  respond: () => new Response('as it is', { headers: { 'content-type': 'text/plain' } }),
})

const operations: Operation[] = [emptyOperation, transfer, document, broken, guarded, slow, small, raw]
const served = vi.fn<(served: Served) => void>()
const failed = vi.fn<(error: unknown) => void>()
const app = createApp(plainOptions(operations, { served, failed }))

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
  return app.fetch(new Request(`http://localhost${path}`, init))
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return app.fetch(new Request(`http://localhost${path}`, { method, headers }))
}

describe('a good request', () => {
  test('is decoded from path and body, handled, and encoded for the wire', async () => {
    const response = await post('/rooms/r1/transfer', { to: `0x${'ab'.repeat(20)}`, amount: '84' })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ id: 'r1', to: '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB', half: '42' })
  })

  test('is answered with a request id, limits and security headers', async () => {
    const { headers } = await post('/empty', {})
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    expect(headers.get('ratelimit-policy')).toBe('"read";q=100;w=60')
    expect(headers.get('ratelimit')).toBe('"read";r=99;t=60')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is reported once, with its operation and caller', async () => {
    served.mockClear()
    await post('/empty', {})
    expect(served).toHaveBeenCalledOnce()
    expect(served.mock.calls[0]?.[0]).toMatchObject({
      status: 200,
      operation: { name: 'empty' },
      caller: { kind: 'anonymous' },
    })
  })

  test('may bring its own framing', async () => {
    const response = await get('/raw')
    expect(await response.text()).toBe('as it is')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })
})

describe('documents', () => {
  test('carry an ETag that answers 304 when sent back', async () => {
    const first = await get('/document')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/".+"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const second = await get('/document', { 'if-none-match': etag })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('are compressed when long and the caller can read it', async () => {
    const response = await get('/document?size=5000', { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(JSON.parse(gunzipSync(bytes).toString()).text).toHaveLength(5000)
    expect((await get('/document?size=5000', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
    expect((await get('/document')).headers.get('content-encoding')).toBeNull()
  })

  test('answer HEAD with the headers alone', async () => {
    const response = await get('/document', {}, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-length')).toBe('15')
  })
})

describe('a bad request', () => {
  const cases: [string, () => Response | Promise<Response>, number, string, RegExp][] = [
    ['broken JSON', () => post('/empty', '{"a":'), 400, 'invalid_argument', /not valid JSON/],
    ['a body that is not an object', () => post('/empty', '[1]'), 400, 'invalid_argument', /JSON object/],
    [
      'another content type',
      () => post('/empty', 'a=1', { 'content-type': 'text/plain' }),
      415,
      'invalid_argument',
      /Content-Type/,
    ],
    [
      'a body over the limit',
      () => post('/empty', { text: 'x'.repeat(300_000) }),
      413,
      'invalid_argument',
      /262144 bytes/,
    ],
    ['a body over its own limit', () => post('/small', { text: 'x'.repeat(20) }), 413, 'invalid_argument', /16 bytes/],
    ['a missing field', () => post('/rooms/1/transfer', { amount: '1' }), 400, 'invalid_argument', /to is required/],
    [
      'an ether amount',
      () => post('/rooms/1/transfer', { to: `0x${'0'.repeat(40)}`, amount: '1.5' }),
      400,
      'invalid_argument',
      /amount must be a whole number of smallest units/,
    ],
    [
      'an unknown field',
      () => post('/rooms/1/transfer', { to: `0x${'0'.repeat(40)}`, amount: '1', x: 1 }),
      400,
      'invalid_argument',
      /x is not a known field/,
    ],
    ['an unknown path', () => get('/nowhere', { accept: 'text/html' }), 404, 'not_found', /openapi\.json/],
    ['a preflight of an unknown path', () => get('/nowhere', {}, 'OPTIONS'), 404, 'not_found', /openapi\.json/],
    ['a wrong method', () => get('/empty'), 405, 'unimplemented', /POST/],
    [
      'an Accept without JSON',
      () => post('/empty', {}, { accept: 'text/html' }),
      400,
      'invalid_argument',
      /application\/json/,
    ],
    ['no credentials', () => post('/guarded', {}), 401, 'unauthenticated', /x-api-key/],
    [
      'two secrets',
      () => post('/guarded', {}, { authorization: 'Bearer a', 'x-api-key': 'b' }),
      401,
      'unauthenticated',
      /different secrets/,
    ],
    [
      'a malformed Authorization',
      () => post('/guarded', {}, { authorization: 'Basic x' }),
      401,
      'unauthenticated',
      /Bearer/,
    ],
    ['a foreign Host', () => get('/document', { host: 'evil.example' }), 403, 'permission_denied', /host name/],
    [
      'a foreign page',
      () => post('/empty', {}, { origin: 'https://evil.example' }),
      403,
      'permission_denied',
      /Origin not allowed/,
    ],
    ['work that takes too long', () => get('/slow'), 504, 'deadline_exceeded', /too long/],
    ['an answer its schema refuses', () => get('/broken'), 500, 'internal', /x-request-id/],
  ]

  test.each(cases)('%s', async (_, send, status, code, message) => {
    const response = await send()
    const body = await json(response)
    expect([response.status, body.code]).toEqual([status, code])
    expect(body.message).toMatch(message)
    expect(body).not.toHaveProperty('error')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('Accept: application/json is accepted where a path also serves a stream', async () => {
    const both = { ...raw, json: z.object({}) }
    const own = createApp(plainOptions([both]))
    const accepting = (accept: string) => own.fetch(new Request('http://localhost/raw', { headers: { accept } }))
    for (const accept of ['text/plain', 'application/json', 'text/*', 'application/json, text/plain'])
      expect([accept, (await accepting(accept)).status]).toEqual([accept, 200])
    expect((await json(accepting('image/png'))).message).toContain('"Accept: text/plain" or "Accept: application/json"')
  })

  test.each([
    ['application/json;q=0', 400],
    ['application/json; q=0.0, text/html', 400],
    ['*/*;q=0', 400],
    ['text/html, */*;q=0.1', 200],
    ['application/json;charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['', 200],
    [' , ', 200],
  ])('an Accept of "%s" gets %i', async (accept, status) =>
    expect((await get('/document', { accept })).status).toBe(status),
  )

  test('gets a WWW-Authenticate header', async () => {
    const challenge = async (headers = {}) => (await post('/guarded', {}, headers)).headers.get('www-authenticate')
    expect(await challenge()).toBe('Bearer realm="slipway", scope="lp:build"')
    expect(await challenge({ authorization: 'Basic x' })).toMatch(/error="invalid_token", error_description="[^"]+"/)
  })

  test('names the methods a path takes', async () => {
    expect((await get('/empty')).headers.get('allow')).toBe('POST, OPTIONS')
    expect((await post('/document', {})).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('names every wrong field in its details', async () => {
    const body = await json(post('/rooms/1/transfer', { to: 1 }))
    expect(body.details).toEqual([
      { type: 'field', value: 'to' },
      { type: 'field', value: 'amount' },
    ])
  })

  test('writes the cause of an internal error only to the log', async () => {
    failed.mockClear()
    const body = await (await get('/broken')).text()
    expect(body).not.toContain('three')
    expect(String(failed.mock.calls[0]?.[0])).toContain('The response of broken does not match its schema')
  })

  test('is logged as an outage only with a cause', async () => {
    failed.mockClear()
    const away = (cause?: Error) =>
      define({
        ...shared,
        name: 'away',
        method: 'GET',
        path: '/away',
        request: z.strictObject({}),
        response: z.object({}),
        handle: () => {
          throw new ApiError('unavailable', 'Not ready. Try again shortly.', { cause })
        },
      })
    const ask = (cause?: Error) =>
      createApp(plainOptions([away(cause)], { failed })).fetch(new Request('http://localhost/away'))
    expect((await ask()).status).toBe(503)
    expect(failed).not.toHaveBeenCalled()
    expect((await ask(new Error('no answer in time'))).status).toBe(503)
    expect(String(failed.mock.calls[0]?.[0])).toContain('no answer in time')
  })

  test('a repeated query name is seen whole, and thousands of names cost no more than reading them', async () => {
    expect((await json(get('/document?size=1&size=2'))).message).toMatch(/^size must be a string/)
    using getAll = vi.spyOn(URLSearchParams.prototype, 'getAll')
    const names = Array.from({ length: 8000 }, (_, i) => i.toString(36)).join('&')
    expect((await json(get(`/document?${names}`))).details).toHaveLength(5)
    expect(getAll).not.toHaveBeenCalled()
  })

  test('a call beyond the limit says how long to wait', async () => {
    const verdict = { allowed: false, policy: 'read', quota: 1, windowSeconds: 60, remaining: 0, resetSeconds: 7 }
    const limited = createApp(plainOptions(operations, { limit: () => verdict }))
    const response = await limited.fetch(new Request('http://localhost/document'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await json(response)).code).toBe('resource_exhausted')
  })

  test('a refused key still counts against the limit of its address', async () => {
    const limit = vi.fn(plainOptions([]).limit)
    const refuse = () => {
      throw new ApiError('unauthenticated', 'Unknown key.')
    }
    const strict = createApp(plainOptions(operations, { limit, authenticate: refuse }))
    const init = { method: 'POST', headers: { 'x-api-key': 'svc_sk_x' } }
    expect((await strict.fetch(new Request('http://localhost/guarded', init))).status).toBe(401)
    expect(limit).toHaveBeenCalledWith({ kind: 'anonymous', address: '127.0.0.1' }, 'read')
  })
})

describe('where a key is optional', () => {
  const open = define({
    ...shared,
    name: 'open',
    method: 'GET',
    path: '/open',
    access: Access.optional,
    request: z.strictObject({}),
    response: z.object({ kind: z.string() }),
    handle: (_, { caller }) => ({ kind: caller.kind }),
  })
  const known: Caller = {
    kind: 'key',
    address: '127.0.0.1',
    developerId: 'dev_1',
    subject: 'wallet:0x1',
    keyId: 'key_1',
    scopes: [],
  }

  test.each<[string, Authenticate, string]>([
    ['a good one counts', () => Promise.resolve(known), 'key'],
    ['a bad one is as none', () => Promise.reject(new ApiError('unauthenticated', 'Unknown.')), 'anonymous'],
    [
      'one that cannot be looked up is as none',
      () => Promise.reject(new ApiError('unavailable', 'Gone.')),
      'anonymous',
    ],
    ['one whose lookup hangs is as none', () => new Promise(() => {}), 'anonymous'],
  ])('%s', async (_, authenticate, kind) => {
    const own = createApp(plainOptions([open], { authenticate }))
    const headers = { 'x-api-key': 'svc_sk_x' }
    expect(await json(own.fetch(new Request('http://localhost/open', { headers })))).toEqual({ kind })
  })
})

describe('an operation with open access', () => {
  const room = define({
    ...shared,
    name: 'room',
    method: 'GET',
    path: '/room',
    access: Access.open,
    request: z.strictObject({}),
    response: z.object({ kind: z.string() }),
    handle: (_, { caller }) => ({ kind: caller.kind }),
  })
  const box: Caller = { kind: 'box', address: '127.0.0.1', developerId: 'dev_1', boxId: 'box_1', scopes: [] }
  const refuse = (code: 'unauthenticated' | 'unavailable') => () => Promise.reject(new ApiError(code, 'No.'))
  const ask = (authenticate: Authenticate, headers: Record<string, string>) =>
    createApp(plainOptions([room], { authenticate })).fetch(new Request('http://localhost/room', { headers }))

  test('no key is anonymous, and a good credential is its caller', async () => {
    expect(await json(ask(refuse('unauthenticated'), {}))).toEqual({ kind: 'anonymous' })
    expect(await json(ask(() => box, { 'x-api-key': 'x' }))).toEqual({ kind: 'box' })
  })

  test('a bad key is refused, and a key that cannot be looked up does not count as missing', async () => {
    const refused = await ask(refuse('unauthenticated'), { 'x-api-key': 'x' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="slipway", error="invalid_token", error_description="No."',
    ])
    expect((await ask(refuse('unauthenticated'), { authorization: 'Bearer ' })).status).toBe(200)
    expect((await ask(refuse('unavailable'), { 'x-api-key': 'x' })).status).toBe(503)
  })

  test('pages of the web may read it', async () => {
    const response = await ask(() => box, { origin: 'https://anyone.example' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('pages of the web', () => {
  test('may read what is public', async () => {
    const response = await get('/document', { origin: 'https://anyone.example' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('may read it from a cache that another kind of caller has filled', async () => {
    const response = await get('/document')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect((await post('/empty', {})).headers.has('access-control-allow-origin')).toBe(false)
  })

  test('of our own origin may call everything, after a preflight', async () => {
    const headers = { origin: 'https://slipway.example', 'access-control-request-method': 'POST' }
    const preflight = await get('/guarded', headers, 'OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://slipway.example',
    ])
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining(['x-api-key', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name']),
    )
    expect(allowed).toEqual(expect.arrayContaining(['a2a-version', 'a2a-extensions']))
    const exposed = (await get('/document', { origin: 'https://slipway.example' })).headers
    expect(exposed.get('access-control-expose-headers')).toMatch(/www-authenticate.*mcp-session-id/)
    expect((await post('/empty', {}, { origin: 'http://localhost:3000' })).status).toBe(200)
  })

  test.each(['https://slipway.example.evil.com', 'null', 'http://localhost.evil.com', 'https://127.0.0.1.evil.com'])(
    'from %s may not',
    async (origin) => expect((await post('/empty', {}, { origin })).status).toBe(403),
  )

  test.each(['localhost.evil.com', '0.0.0.0:8787', '127.0.0.1.evil.com', 'slipway.example:81', ''])(
    'through the host name "%s" reach nothing, and do not learn what is there',
    async (host) => {
      expect((await get('/document', { host })).status).toBe(403)
      expect((await get('/nowhere', { host })).status).toBe(403)
      expect((await get('/document', { host }, 'DELETE')).status).toBe(403)
      expect((await get('/document', { host }, 'OPTIONS')).status).toBe(403)
    },
  )

  test.each(['slipway.example', 'SLIPWAY.Example', 'slipway.example:443', 'localhost:1', '127.0.0.1', '[::1]:8787'])(
    'through the host name "%s" reach us',
    async (host) => expect((await get('/document', { host })).status).toBe(200),
  )
})
