import { Role } from '@a2a-js/sdk'
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Place = { url: string; key: string }

/** The protocols' own clients as a page uses them, bundled for a browser. */
const clients = {
  mcp1: async ({ url, key }: Place) => {
    const client = new Client({ name: 'page', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/`), { requestInit }) as never)
    return (await client.listTools()).tools.length
  },
  mcp2: async ({ url, key }: Place) => {
    const client = new NewClient({ name: 'page', version: '1' }, {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    } as never)
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new NewTransport(new URL(`${url}/mcp`), { requestInit }))
    const called = await client.callTool({ name: 'svc_api_discovery', arguments: {} })
    return (called.structuredContent as { service: string }).service
  },
  a2aJsonRpc: (place: Place) => converse(place, (fetchImpl) => new JsonRpcTransportFactory({ fetchImpl })),
  a2aRest: (place: Place) => converse(place, (fetchImpl) => new RestTransportFactory({ fetchImpl })),
  challenge: async ({ url }: Place) => {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers: { 'x-api-key': 'wrong' }, body: '{}' })
    return response.headers.get('www-authenticate')
  },
}

type Transport = JsonRpcTransportFactory | RestTransportFactory

async function converse({ url, key }: Place, transport: (fetchImpl: typeof fetch) => Transport): Promise<string> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-api-key', key)
    return fetch(input, { ...init, headers })
  }
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl })
  const client = await new ClientFactory({ transports: [transport(fetchImpl)], cardResolver }).createFromUrl(url)
  const content = { $case: 'text' as const, value: 'help' }
  const message = {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content, metadata: undefined, filename: '', mediaType: 'text/plain' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
  const kinds: string[] = []
  const request = { tenant: '', message, configuration: undefined, metadata: undefined }
  for await (const { payload } of client.sendMessageStream(request)) kinds.push(payload?.$case ?? '')
  return `${kinds[0]} … ${kinds.at(-1)}`
}

Object.assign(globalThis, { clients })
