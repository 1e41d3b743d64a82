import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define } from '#core/Operation.ts'
import { openApi } from '#discovery/openApi.ts'
import { metricsPage } from '#health/probes.ts'
import { createApp } from '#http/createApp.ts'
import { createMetrics } from '#observability/metrics.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'

const shared = { tag: 'test', summary: 'For a test.', access: none, limit: 'read', errors: [] } as const

const operations = [
  define({
    ...shared,
    name: 'document',
    method: 'GET',
    path: '/document',
    cacheControl: 'public, max-age=60',
    request: z.strictObject({ size: z.string().optional() }),
    response: z.object({ text: z.string() }),
    handle: ({ size = '4' }) => ({ text: 'x'.repeat(Number(size)) }),
  }),
  define({
    ...shared,
    name: 'echo',
    method: 'POST',
    path: '/echo',
    request: z.strictObject({ text: z.string().optional() }),
    response: z.object({ text: z.string().optional() }),
    handle: (request) => request,
  }),
  define({
    ...shared,
    name: 'old',
    method: 'GET',
    path: '/old',
    deprecated: { since: '2026-11-01', sunset: '2027-05-01', use: 'Use GET /document.' },
    request: z.strictObject({}),
    response: z.object({}),
    handle: () => ({}),
  }),
  metricsPage(createMetrics(), false),
]

const ORIGIN = 'https://slipway.example'
const JSON_BODY = { 'content-type': 'application/json' }
const app = createApp(plainOptions(operations))

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch(new Request(ORIGIN + path, { headers }))
}

async function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  return app.fetch(new Request(ORIGIN + path, { method: 'POST', body, headers }))
}

describe('content encodings', () => {
  const document = (headers: Record<string, string>) => get('/document?size=5000', headers)

  test.each(['gzip;q=0', 'gzip;q=0.0', 'gzip; q=0.000', 'br;Q=0.00, gzip;q=0'])(
    '%s gets an uncompressed response',
    async (accept) => {
      expect((await document({ 'accept-encoding': accept })).headers.get('content-encoding')).toBeNull()
    },
  )

  test('Vary names accept-encoding, also when the response is not compressed', async () => {
    for (const accept of ['gzip', 'identity'])
      expect((await document({ 'accept-encoding': accept })).headers.get('vary')).toContain('accept-encoding')
  })

  test('a validator is compared by the text between its quotes', async () => {
    const etag = (await get('/document')).headers.get('etag') ?? ''
    const strong = etag.replace('W/', '')
    for (const tags of [etag, strong, `"other", ${strong}`, '*'])
      expect([tags, (await get('/document', { 'if-none-match': tags })).status]).toEqual([tags, 304])
    expect((await get('/document', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('a compressed body is 415, and one that is not UTF-8 is 400', async () => {
    const send = (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) =>
      post('/echo', body, { 'content-type': 'application/json', ...headers })
    expect((await send('{"text":"x"}', { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send('{"text":"x"}', { 'content-encoding': 'identity' })).status).toBe(200)
    for (const bytes of [[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98]]) {
      const response = await send(Uint8Array.from([...Buffer.from('{"text":"'), ...bytes, ...Buffer.from('"}')]))
      expect([response.status, (await json(response)).message]).toEqual([400, expect.stringContaining('UTF-8')])
    }
    expect((await send('{"text":"\ufffd"}')).status).toBe(200)
  })
})

describe('a refusal', () => {
  test('repeats no secret that was sent as the name of a field, and no long name whole', async () => {
    const secrets = [
      `svc_sk_${'a'.repeat(49)}`,
      `0x${'ab'.repeat(32)}`,
      `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`,
    ]
    for (const secret of secrets) {
      const text = await (await post('/echo', JSON.stringify({ [secret]: 1 }), JSON_BODY)).text()
      expect(text).toContain('(hidden)')
      expect(text).not.toContain(secret.slice(10))
    }
    const names = Array.from({ length: 200 }, (_, i) => `${i}${'x'.repeat(500)}`)
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))
    const text = await (await post('/echo', body, JSON_BODY)).text()
    expect(text).toContain(`${names[0]?.slice(0, 63)}…`)
    expect(text).not.toContain('x'.repeat(64))
    expect(text.length).toBeLessThan(1_200)
  })
})

test('OpenAPI declares 304 where an answer has a validator, and nowhere else', () => {
  const document = openApi({ baseUrl: ORIGIN, apiOrigin: ORIGIN, version: '1', operations, webhooks: [] }) as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  const has304 = (path: string, method: string) => '304' in (document.paths[path]?.[method]?.responses ?? {})
  expect([has304('/document', 'get'), has304('/echo', 'post')]).toEqual([true, false])
})

test.each(['x-forwarded-for', 'x-forwarded-host', 'via', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'origin'])(
  'metrics are not served to a caller with %s',
  async (name) => {
    expect((await get('/metrics')).status).toBe(200)
    expect((await get('/metrics', { [name]: name === 'origin' ? ORIGIN : '10.0.0.1' })).status).toBe(404)
  },
)

describe('an operation that gives the same object again', () => {
  const answers = { frozen: Object.freeze({ at: new Date(0) }), open: { at: new Date(0) } }
  let encodings = 0
  const counted = z.codec(z.string(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => `${date.toISOString()} ${++encodings}`,
  })
  const again = define({
    ...shared,
    name: 'again',
    method: 'GET',
    path: '/again',
    request: z.strictObject({ which: z.enum(['frozen', 'open']) }),
    response: z.object({ at: counted }),
    handle: ({ which }) => answers[which],
  })
  const served = createApp(plainOptions([again]))
  const read = async (which: string) => json(served.fetch(new Request(`${ORIGIN}/again?which=${which}`)))

  test('has it encoded once if it is frozen', async () => {
    const first = await read('frozen')
    expect(await read('frozen')).toEqual(first)
  })

  test('is encoded again if it may have changed', async () => {
    const first = await read('open')
    expect(await read('open')).not.toEqual(first)
  })
})

test('a deprecated operation says since when, until when and what to use, also when it fails', async () => {
  for (const path of ['/old', '/old?unknown=1']) {
    const { headers } = await app.fetch(new Request(ORIGIN + path))
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
      '@1793491200',
      'Sat, 01 May 2027 00:00:00 GMT',
    ])
  }
  const { headers } = await app.fetch(new Request(`${ORIGIN}/document`))
  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null])
})
