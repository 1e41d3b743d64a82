import { z } from 'zod'
import { open } from '#core/Access.ts'
import * as ApiError from '#core/ApiError.ts'
import { isObject } from '#core/isObject.ts'
import { JsonRpcError } from '#core/JsonRpcError.ts'
import { type Call, defineRaw, type Operation } from '#core/Operation.ts'
import type { McpServer } from './createMcpServer.ts'
import { LISTEN } from './listen.ts'
import { type Message, type MessageId, notAMessage, parse } from './Message.ts'
import { ProtocolError } from './ProtocolError.ts'
import { generationOf, headersOf, type ProtocolHeaders, requireBatches } from './protocolVersion.ts'
import { streamReply } from './streamReply.ts'
import { toolFilterOf } from './toolFilter.ts'

const BODY_BYTES_MAX = 512 * 1024

/** The MCP server: stateless, all revisions of the protocol at one path. */
export function mcpOperation(server: McpServer): Operation {
  return defineRaw({
    name: 'callToolServer',
    method: 'POST',
    path: '/mcp',
    tag: 'tools',
    summary: 'Call the MCP tool server (Streamable HTTP, stateless).',
    description:
      'JSON-RPC 2.0 of the Model Context Protocol, revisions 2024-11-05 to 2026-07-28. Start with tools/list, then call svc_api_discovery. Reading needs no key. ?readonly=1 offers only tools that change nothing; ?tools=a,b offers only the named tools.',
    access: open,
    limit: 'own',
    errors: [],
    contentType: 'application/json',
    maxBodyBytes: BODY_BYTES_MAX,
    body: 'raw',
    ignoresUnknownQuery: true,
    request: z.object({}),
    response: z.unknown().meta({ description: 'A JSON-RPC 2.0 response, or an array of responses for a batch.' }),
    failure: { schema: JsonRpcError, of: toRpcError },
    respond: (_, call) => answer(server, call),
  })
}

/**
 * Uses the HTTP status as the code, because clients read some codes in the ranges of JSON-RPC as their own failures.
 */
function toRpcError(error: ApiError.ApiError): object {
  return jsonRpcError(null, { code: error.status, message: error.message, data: ApiError.body(error) })
}

type Reply = {
  text: string | undefined
  status: number
  challenge?: string | undefined
  headers?: Record<string, string>
}

async function answer(server: McpServer, call: Call): Promise<Response> {
  const headers = headersOf(call.raw.headers)
  try {
    const { messages, isBatch } = parse(call.bytes)
    if (isBatch) requireBatches(headers, messages)
    const [only] = messages
    if (!isBatch && only?.kind === 'request' && only.method === LISTEN)
      return await listenTo(server, only, { call, headers })
    if (!isBatch && only?.kind === 'request' && takesProgress(only, call))
      return await streamReply({
        reply: (notify) => answerOne(server, only, { call, headers, notify }),
        respond: (reply) => respond(reply, call),
        textOf: ({ text = '' }) => text,
      })
    const replies: Reply[] = []
    for (const message of messages) replies.push(await answerOne(server, message, { call, headers }))
    return isBatch ? respondAll(replies, call) : respond(replies[0] as Reply, call)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    await call.take('read')
    return respond(failed(null, error), call)
  }
}

/** A stream of notifications; its refusals are ordinary replies. */
async function listenTo(
  server: McpServer,
  message: Extract<Message, { kind: 'request' }>,
  context: { call: Call; headers: ProtocolHeaders },
): Promise<Response> {
  const { call, headers } = context
  const isModern = generationOf(message, headers) === 'modern'
  if (!isModern) return respond(await answerOne(server, message, context), call)
  try {
    return await server.listen(message.id, message.params, call)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return respond(failed(message.id, error), call)
  }
}

/** Whether the client requested progress notifications and accepts a stream. */
function takesProgress({ params }: Extract<Message, { kind: 'request' }>, { raw }: Call): boolean {
  const { _meta } = params
  return isObject(_meta) && 'progressToken' in _meta && acceptOf(raw).includes('text/event-stream')
}

type Answering = { call: Call; headers: ProtocolHeaders; notify?: (message: object) => void }

async function answerOne(server: McpServer, message: Message, answering: Answering): Promise<Reply> {
  const { call, headers, notify } = answering
  if (message.kind === 'response') return acknowledged(call)
  if (message.kind === 'invalid') return refused(message.id, call)
  const id = message.kind === 'request' ? message.id : null
  try {
    const generation = generationOf(message, headers)
    if (message.kind === 'notification') return acknowledged(call)
    const refusals: ApiError.ApiError[] = []
    const refused = (error: ApiError.ApiError) => void refusals.push(error)
    const filter = toolFilterOf(call.raw.url)
    const result = await server.run(message.method, message.params, { generation, call, refused, filter, notify })
    const [refusal] = refusals
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${result}}`
    return { text, status: 200, ...(refusal && server.challenge(refusal, call.caller)) }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return failed(id, error)
  }
}

function failed(id: MessageId | null, error: ProtocolError): Reply {
  return { text: JSON.stringify(jsonRpcError(id, error)), status: error.status, headers: error.headers }
}

async function refused(id: MessageId | null, call: Call): Promise<Reply> {
  await call.take('read')
  return failed(id, notAMessage())
}

async function acknowledged(call: Call): Promise<Reply> {
  await call.take('read')
  return { text: undefined, status: 202 }
}

function respondAll(replies: readonly Reply[], call: Call): Response {
  const texts = replies.flatMap(({ text }) => (text === undefined ? [] : [text]))
  return respond(
    { text: texts.length === 0 ? undefined : `[${texts.join(',')}]`, status: texts.length === 0 ? 202 : 200 },
    call,
  )
}

/** Responds with JSON, or with a single event when the client accepts only a stream. */
function respond({ text, status, challenge, headers: more }: Reply, call: Call): Response {
  if (text === undefined) return new Response(null, { status })
  const accept = acceptOf(call.raw)
  const wantsStream = accept.includes('text/event-stream') && !/application\/(json|\*)|\*\/\*/.test(accept)
  const asked = { ...more, ...(challenge !== undefined && { 'www-authenticate': challenge }) }
  if (!wantsStream) return new Response(text, { status, headers: { 'content-type': 'application/json', ...asked } })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', ...asked }
  return new Response(`event: message\ndata: ${text}\n\n`, { status, headers })
}

function acceptOf({ headers }: Request): string {
  return headers.get('accept') ?? ''
}

type Failure = { code: number; message: string; data?: unknown }

function jsonRpcError(id: MessageId | null, { code, message, data }: Failure): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}
