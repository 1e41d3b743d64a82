import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { health } from '#health/health.ts'
import { createApp } from '#http/createApp.ts'
import { decode } from '#http/decode.ts'
import { readConfig } from '../../src/config/config.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'
import { startTestService, type TestService } from '../setup/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

type Content = { examples?: Record<string, { value: unknown }> }
type Described = {
  operationId: string
  description?: string
  parameters?: object[]
  requestBody?: { content: Record<string, Content> }
  responses: object
}
type Document = { paths: Record<string, Record<string, Described>>; servers: object[] }

async function openApi(): Promise<Document> {
  return json(service.get('/api/developer/openapi.json'))
}

describe('the OpenAPI document', () => {
  test('is valid by a validator that is not ours', async () => {
    const result = await new Validator().validate(await openApi())
    expect(result).toMatchObject({ valid: true })
  })

  test('is read by tag: each part is valid, and together they are the whole', async () => {
    const whole = await openApi()
    const names = ({ paths }: Document) =>
      Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    const parts: string[] = []
    for (const tag of new Set(service.operations.map((operation) => operation.tag))) {
      const part = await json(service.get(`/api/developer/openapi.json?tag=${tag}`))
      expect([tag, (await new Validator().validate(structuredClone(part))).valid]).toEqual([tag, true])
      parts.push(...names(part))
    }
    expect(parts.toSorted()).toEqual(names(whole).toSorted())
    const unknown = await service.get('/api/developer/openapi.json?tag=nothing')
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('launchpad, liquidity')])
  })

  test('describes every operation, and has an example for every body that the operation accepts', async () => {
    const { paths } = await openApi()
    const ids = { roomId: `room_${'0'.repeat(26)}`, messageId: `msg_${'0'.repeat(26)}`, id: 'x' }
    const given = {
      ...ids,
      participantId: `part_${'0'.repeat(26)}`,
      boxId: 'box',
      sessionId: 'session',
      snapshotId: 'snapshot',
      scheduleId: 'schedule',
      developerId: `dev_${'0'.repeat(26)}`,
      uid: 'x'.repeat(21),
    }
    for (const operation of service.operations) {
      const described: Partial<Described> = paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
      const { description, requestBody } = described
      expect([operation.name, description]).toEqual([operation.name, expect.stringMatching(/Access: \w+/)])
      const [content] = Object.values(requestBody?.content ?? {})
      const examples = Object.values(content?.examples ?? {})
      expect([operation.name, examples.length > 0]).toEqual([operation.name, requestBody !== undefined])
      const inPath = Object.entries(given).filter(([name]) => operation.path.includes(`{${name}}`))
      for (const { value } of operation.body === 'raw' ? [] : examples)
        decode(operation.request, { ...(value as object), ...Object.fromEntries(inPath) })
    }
  })

  test('has no pattern that only ECMAScript reads', async () => {
    expect(JSON.stringify(await openApi())).not.toMatch(/"pattern":"[^"]*\\\\[pP]\{/)
  })

  test('lists every route served, and no other', async () => {
    const { paths } = await openApi()
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(service.operations.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('lists paths that are there: none answers that the path or the method is unknown', async () => {
    const { paths } = await openApi()
    // A protocol with a form of its own looks at `Accept` itself, after the HTTP layer has checked the key.
    const isOwnForm = (path: string) => service.operations.some((one) => one.path === path && one.body === 'raw')
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const url = path.replaceAll(/\{\w+\}/g, 'x')
        const response = await service.send(method.toUpperCase(), url, { accept: 'none/such' })
        const expected = isOwnForm(path) ? [400, 401] : [400]
        expect(expected, `${method} ${path}`).toContain(response.status)
      }
  })

  test('names each operation once and its URLs by the base URL', async () => {
    const { paths, servers } = await openApi()
    const names = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
    expect(servers).toEqual([{ url: service.baseUrl }])
  })

  test('describes Idempotency-Key, optional bodies and every error status', async () => {
    const { paths } = await openApi()
    const create = paths['/api/developer/keys']?.['post']
    expect(create?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
    expect(Object.keys(create?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415', '422', '429', '503', '504']),
    )
    expect(create?.requestBody).toMatchObject({ required: true })
    expect(paths['/api/auth/logout']?.['post']?.requestBody).toMatchObject({ required: false })
  })

  test('describes both content types of a response that is a stream or JSON', async () => {
    const { paths } = await openApi()
    expect(paths['/api/launchpad/events']?.['get']?.responses).toMatchObject({
      200: { content: { 'text/event-stream': expect.any(Object), 'application/json': expect.any(Object) } },
    })
    const read = () => service.get('/api/launchpad/events?after=0', { accept: 'application/json' })
    await expect.poll(async () => (await read()).status).toBe(200)
    expect((await read()).headers.get('content-type')).toBe('application/json')
  })

  test('is cached by its ETag', async () => {
    const etag = (await service.get('/api/developer/openapi.json')).headers.get('etag') ?? ''
    expect((await service.get('/api/developer/openapi.json', { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('health', () => {
  test('is ok when the database and chain 4663 work', async () => {
    const read = async () => json(service.get('/api/health'))
    await expect.poll(read).toMatchObject({ status: 'ok', network: 'devnet', database: { status: 'ok' }, degraded: [] })
    expect((await service.get('/api/health')).status).toBe(200)
    const body = await read()
    expect(body.trading.chains[0]).toMatchObject({ chainId: 4663, status: 'ok', contractsPresent: true })
    expect(body.trading.chains).toHaveLength(25)
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp)
  })

  test('serves a bad key as if there were none', async () => {
    expect((await service.get('/api/health', { 'x-api-key': 'svc_sk_wrong' })).status).toBe(200)
  })

  test('calls the probe origins only with probe=true', async () => {
    expect(await json(service.get('/api/health'))).not.toHaveProperty('probes')
    expect(await json(service.get('/api/health?probe=true'))).toHaveProperty('probes')
    expect((await service.get('/api/health?probe=maybe')).status).toBe(400)
  })

  test('calls them once a second for all callers, and closes answers that it does not read', async () => {
    let now = Date.now()
    let asked = 0
    let letGo = 0
    const server = createServer((_, response) => {
      asked++
      response.on('close', () => letGo++)
      response.writeHead(asked === 1 ? 404 : 503).write('x'.repeat(100_000))
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const sources = {
      version: '1',
      isDevnet: true,
      chains: () => [],
      probeOrigins: { gateway: origin },
      now: () => now,
    }
    const operation = health({ ...sources, database: () => ({ status: 'ok', latencyMs: 1 }) })
    const app = createApp(plainOptions([operation]))
    const probe = () => json(app.fetch(new Request('http://localhost/api/health?probe=true')))
    const answers = await Promise.all([probe(), probe(), probe()])
    expect(answers.map(({ probes }) => probes.gateway.status)).toEqual(['ok', 'ok', 'ok'])
    now += 999
    expect((await probe()).probes.gateway.status).toBe('ok')
    expect(asked).toBe(1)
    now += 1
    expect((await probe()).probes).toMatchObject({ gateway: { origin, status: 'unreachable' } })
    await expect.poll(() => letGo).toBe(2)
    server.close()
    now += 1000
    expect((await probe()).probes).toMatchObject({ gateway: { status: 'unreachable' } })
  })
})

test('the status says what this is and where everything is found', async () => {
  const body = await json(service.get('/api/developer/status'))
  expect(body).toMatchObject({ service: 'slipway', network: 'devnet', signers: 'none', warning: expect.any(String) })
  expect(body.database.durability.level).toMatch(/disk|process/)
  expect(body.chains).toHaveLength(25)
  expect(body.operations).toBe(service.operations.length)
  const paths = service.operations.map(({ path }) => service.baseUrl + path)
  for (const url of Object.values<string>(body.endpoints)) expect(paths).toContain(url)
  for (const url of Object.values<string>(body.documents))
    expect([url, (await service.get(url.slice(service.baseUrl.length))).status]).toEqual([url, 200])
})

test('security.txt is served and named only with a contact for security reports', async () => {
  const response = await service.get('/.well-known/security.txt')
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('SECURITY_CONTACT')])
  const { documents } = await json(service.get('/api/developer/status'))
  expect(documents).not.toHaveProperty('securityTxt')
})

test('liveness, readiness and health answer, and count against no limit', async () => {
  expect(await json(service.get('/livez'))).toEqual({ status: 'ok' })
  await expect.poll(async () => (await service.get('/readyz')).status).toBe(200)
  for (const path of ['/livez', '/readyz', '/metrics', '/api/health'])
    expect((await service.get(path)).headers.has('ratelimit')).toBe(false)
})

describe('metrics', () => {
  test('count requests by operation and status', async () => {
    await service.get('/livez')
    const text = async () => (await service.get('/metrics')).text()
    await expect.poll(text).toMatch(/slipway_http_requests_total\{operation="getLiveness",status="200",code=""\} \d+/)
    expect(await text()).toMatch(/slipway_http_request_duration_seconds_bucket/)
  })

  test.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { origin: 'https://evil.example' },
  ])('are not shown to callers behind a proxy, nor to pages: %o', async (headers) =>
    expect((await service.get('/metrics', headers as never)).status).toBe(404),
  )

  test('are served on their own port with liveness and readiness, under any host name', async () => {
    const app = createApp(service.metricsOptions)
    const reply = await app.fetch(new Request('http://10.1.2.3:9464/metrics', { headers: { host: '10.1.2.3:9464' } }))
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4'])
    const at = async (path: string) => (await app.fetch(new Request(`http://10.1.2.3:9464${path}`))).status
    expect([await at('/livez'), await at('/readyz'), await at('/api/health')]).toEqual([200, 200, 404])
  })
})

test('the devnet document holds no mnemonic', async () => {
  const text = await (await service.get('/api/developer/devnet')).text()
  expect(text).not.toContain('junk')
  expect(JSON.parse(text)).toMatchObject({ chainId: 4663, rpcUrl: service.devnet.rpcUrl })
})

test('nothing of a development chain points to the explorer of the real one, neither pages nor documents', async () => {
  const explorer = new URL(readConfig({}).EXPLORER_URL).host
  const zero = `0x${'0'.repeat(39)}1`
  const pages = ['/', '/launch', '/launch/new', `/portfolio/${zero}`, '/developers', '/status']
  const documents = ['/.well-known/rh-launchpad.json', '/api/developer/devnet', '/api/launchpad/tokens', '/llms.txt']
  for (const path of [...pages, ...documents]) {
    const text = await (await service.get(path)).text()
    expect([path, text.includes(explorer)]).toEqual([path, false])
  }
})
