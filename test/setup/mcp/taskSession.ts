import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client'

type Action = { action: 'accept' | 'decline'; content?: Record<string, string> }
type JsonRpc = { id?: string | number; method: string; params: { name?: string; taskId?: string } }

const CLIENT_INFO = { name: 'test', version: '1' }
const REVISION = '2026-07-28'
const CAPABILITIES = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** A client of the newest revision, of the SDK. */
export async function connectClient(url: string, key: string, capabilities: object = {}): Promise<Client> {
  const options = { versionNegotiation: { mode: { pin: REVISION } }, capabilities }
  const client = new Client(CLIENT_INFO, options as never)
  const requestInit = { headers: { 'x-api-key': key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

/** Sends one request of the newest revision as it is. */
export async function sendRaw(url: string, key: string, request: object) {
  const response = await postRaw(url, key, request)
  return (await response.json()) as { result?: Record<string, never>; error?: { code: number; message: string } }
}

/** The same, as the response. */
export function postRaw(url: string, key: string, request: object, path = '/mcp'): Promise<Response> {
  const { id = 1, ...rest } = request as JsonRpc
  const { method, params } = rest
  const name = params.taskId ?? params.name
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': key,
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id, ...rest })
  return fetch(`${url}${path}`, { method: 'POST', headers, body })
}

type Notification = { method: string; params: Record<string, unknown> }

/** The notifications of a stream; throws where it is refused. */
export async function* listenTo(url: string, key: string, notifications: object): AsyncGenerator<Notification> {
  const response = await postRaw(url, key, { method: 'subscriptions/listen', params: framed({ notifications }) })
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error(await response.text())
  let rest = ''
  for await (const piece of (response.body as ReadableStream<never>).pipeThrough(new TextDecoderStream())) {
    const frames = (rest + piece).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: ?(.*)$/m.exec(frame)?.[1]
      if (data !== undefined) yield JSON.parse(data) as Notification
    }
  }
}

/** The parameters of a request of the newest revision. */
export function framed(params: object, capabilities: object = CAPABILITIES): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  return { ...params, _meta }
}

/** A session of the tasks extension's own client; `answer` is the person who is asked. */
export async function openTaskSession(url: string, key: string, answer?: (params: object) => Action) {
  const client = await connectClient(url, key, CAPABILITIES)
  const session = createTaskSessionFromClient(client, {
    endpointId: url,
    onInputRequest: (async ({ params }: { params: object }) => answer?.(params)) as never,
    v2RequestFraming: {
      protocolVersion: REVISION,
      clientInfo: CLIENT_INFO,
      clientCapabilities: CAPABILITIES as never,
    },
    rawDispatch: async (request) => {
      const { result, error } = await sendRaw(url, key, request as object)
      return error ? { kind: 'error', error } : { kind: 'result', result: result as never }
    },
  })
  return Object.assign(session, {
    async [Symbol.asyncDispose]() {
      await session.close()
      await client.close()
    },
  })
}
