import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startTracing } from '#observability/startTracing.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { startTestService } from '../setup/service.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: object[] }

/** A collector that speaks OTLP over HTTP. */
async function startCollector() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const body = (await readJson(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    childrenOf: (parent: Span) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const SAMPLED = { traceparent: `00-${CALLER.trace}-${CALLER.span}-01` }
const UNSAMPLED = { traceparent: `00-${CALLER.trace}-${CALLER.span}-00` }

test('a request, its tool call, its reads of the chain and its statements form one trace', async () => {
  await using collector = await startCollector()
  await using service = await startTestService()
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  const { token } = await signIn(service.post, service.baseUrl)
  const authorization = `Bearer ${token}`
  const { reference } = service.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  {
    await using _tracing = await startTracing({ endpoint: `${collector.url}/`, serviceName: 'slipway', ratio: 1, log })
    const { key } = await json(
      service.post('/api/developer/keys', { name: 'trace', scopes: ['api:*'] }, { authorization }),
    )
    await json(
      service.post(
        '/lp/pool_info',
        {
          protocol: 'V4',
          chainId: 4663,
          poolReferences: [{ protocol: 'V4', chainId: 4663, referenceIdentifier: reference }],
        },
        { 'x-api-key': key, ...SAMPLED },
      ),
    )
    const name = 'svc_arena_list_rooms'
    await json(service.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }))
    const traced = { name: 'svc_box_list_agents', arguments: {}, _meta: SAMPLED }
    await json(service.post('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: traced }))
    await service.get('/api/health', UNSAMPLED)
  }
  const { spans, childrenOf } = collector
  const named = (name: string) => spans.find((span) => span.name === name) as Span
  expect(named('POST /lp/pool_info')).toMatchObject({ traceId: CALLER.trace, parentSpanId: CALLER.span, kind: 2 })
  // A round trip is named after its methods; some also check the chain.
  expect(childrenOf(named('POST /lp/pool_info')).flatMap((span) => span.name.split(','))).toContain('eth_call')
  expect(childrenOf(named('POST /api/developer/keys')).map((span) => span.name)).toContain('INSERT')
  expect(childrenOf(named('POST /mcp')).map((span) => span.name)).toContain('tool svc_arena_list_rooms')
  expect(named('tool svc_box_list_agents')).toMatchObject({ traceId: CALLER.trace, parentSpanId: CALLER.span })
  expect(spans.map((span) => span.name)).not.toContain('GET /api/health')
  expect(JSON.stringify(spans)).not.toMatch(/svc_sk_|eyJ|127\.0\.0\.1/)
  expect(warnings).toEqual([])
})

test('a collector that is down costs one line in the log and no request', async () => {
  await using service = await startTestService()
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  {
    await using _tracing = await startTracing({ endpoint: 'http://127.0.0.1:9', serviceName: 'slipway', ratio: 1, log })
    expect((await service.get('/api/health')).status).toBe(200)
  }
  expect(warnings.length).toBeLessThanOrEqual(1)
})
