import { type Message, Role } from '@a2a-js/sdk'
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The functions that the script of the page gives to the test. */
export type SdkPage = {
  callTool(line: 1 | 2, url: string, key: string): Promise<string>
  stream(form: 'JSONRPC' | 'HTTP+JSON', url: string, key: string): Promise<string[]>
}

const INFO = { name: 'page', version: '1' }

async function callTool(line: 1 | 2, url: string, key: string): Promise<string> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const at = new URL('/mcp', url)
  const client = line === 1 ? new Client(INFO) : new NewClient(INFO)
  const transport =
    line === 1 ? new StreamableHTTPClientTransport(at, { requestInit }) : new NewTransport(at, { requestInit })
  await (client as Client).connect(transport as never)
  const input = { name: 'svc_arena_create_room', arguments: { topic: `Page ${line}` } }
  const result = await (client as Client).callTool(input)
  await client.close()
  return JSON.stringify(result.structuredContent)
}

/** The kinds of events of one streamed message. */
async function stream(form: 'JSONRPC' | 'HTTP+JSON', url: string, key: string): Promise<string[]> {
  const fetchImpl: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST') request.headers.set('x-api-key', key)
    return fetch(request)
  }
  const transport =
    form === 'JSONRPC' ? new JsonRpcTransportFactory({ fetchImpl }) : new RestTransportFactory({ fetchImpl })
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl })
  const client = await new ClientFactory({ transports: [transport], cardResolver }).createFromUrl(url)
  const content = { $case: 'text' as const, value: 'help' }
  const message: Message = {
    messageId: `page-${form}-${Date.now()}`,
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content, metadata: undefined, filename: '', mediaType: 'text/plain' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
  const kinds: string[] = []
  const events = client.sendMessageStream({ tenant: '', message, configuration: undefined, metadata: undefined })
  for await (const { payload } of events) kinds.push(payload?.$case ?? 'none')
  return kinds
}

Object.assign(globalThis, { sdkPage: { callTool, stream } satisfies SdkPage })
