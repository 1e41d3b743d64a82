import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The content of a request, in the same form for every protocol. */
export type Asked = {
  /** The last text of the user. */
  text: string
  /** The answers of tools since then. */
  results: string[]
  tools: string[]
}
/** An answer: words, or a call of a tool. */
export type Reply = { text: string } | { tool: string; input: unknown }
export type Seen = { url: string; headers: IncomingMessage['headers']; body: string }
export type ScriptedModel = AsyncDisposable & {
  url: string
  seen: Seen[]
  /** Answers a request in place of the script; removed by setting it to undefined. */
  override?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
}

/** The tokens that every answer reports. */
export const USAGE = { in: 120, out: 30 }

// biome-ignore lint/suspicious/noExplicitAny: the bodies of four protocols.
type Body = any

/** A model server without a model: it speaks four protocols, streaming and not, and answers by a script. */
export async function openScriptedModel(
  script: (asked: Asked) => Reply = () => ({ text: 'Hello from the scripted model.' }),
): Promise<ScriptedModel> {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const url = request.url ?? ''
    model.seen.push({ url, headers: request.headers, body: text })
    if (model.override) return void model.override(request, response)
    const protocol = PROTOCOLS.find(({ path }) => path.test(url))
    if (!protocol) return void json(response, { error: { message: `There is no ${url}.` } }, 404)
    const body: Body = JSON.parse(text)
    protocol.answer({ body, url, response, reply: script(protocol.asked(body)) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const model: ScriptedModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return model
}

type Answering = { body: Body; url: string; response: ServerResponse; reply: Reply }
type Protocol = { path: RegExp; asked(body: Body): Asked; answer(answering: Answering): void }

const PROTOCOLS: Protocol[] = [
  {
    path: /\/messages\/count_tokens/,
    asked: () => ({ text: '', results: [], tools: [] }),
    answer: ({ response }) => json(response, { input_tokens: USAGE.in }),
  },
  { path: /\/messages(\?|$)/, asked: askedOfAnthropic, answer: answerAnthropic },
  { path: /\/chat\/completions$/, asked: askedOfChat, answer: answerChat },
  { path: /\/responses$/, asked: askedOfResponses, answer: answerResponses },
  { path: /:(streamG|g)enerateContent/, asked: askedOfGemini, answer: answerGemini },
]

function askedOfAnthropic({ messages = [], tools = [] }: Body): Asked {
  const asked: Asked = { text: '', results: [], tools: tools.map(({ name }: Body) => name) }
  for (const { role, content } of messages) {
    if (role !== 'user') continue
    const results = Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result') : []
    if (results.length > 0) asked.results.push(...results.map((result) => flat(result.content)))
    else Object.assign(asked, { text: flat(content), results: [] })
  }
  return asked
}

function answerAnthropic({ body, response, reply }: Answering): void {
  const isTool = 'tool' in reply
  const block = isTool
    ? { type: 'tool_use', id: newId('toolu'), name: reply.tool, input: reply.input }
    : { type: 'text', text: reply.text }
  const stop = { stop_reason: isTool ? 'tool_use' : 'end_turn', stop_sequence: null }
  const head = { id: newId('msg'), type: 'message', role: 'assistant', model: body.model }
  const usage = { input_tokens: USAGE.in, output_tokens: USAGE.out }
  if (!body.stream) return void json(response, { ...head, content: [block], ...stop, usage })
  const first = { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } }
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) }
    : { type: 'text_delta', text: reply.text }
  const content_block = isTool ? { ...block, input: {} } : { ...block, text: '' }
  stream(response, [
    { type: 'message_start', message: first },
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage: { output_tokens: USAGE.out } },
    { type: 'message_stop' },
  ])
}

function askedOfChat({ messages = [], tools = [] }: Body): Asked {
  const last = messages.findLastIndex(({ role }: Body) => role === 'user')
  const results = messages.slice(last + 1).filter(({ role }: Body) => role === 'tool')
  return {
    text: flat(messages[last]?.content),
    results: results.map(({ content }: Body) => flat(content)),
    tools: tools.map((tool: Body) => tool.function?.name),
  }
}

function answerChat({ body, response, reply }: Answering): void {
  const message =
    'tool' in reply
      ? { role: 'assistant', content: null, tool_calls: [{ index: 0, ...functionCall(reply) }] }
      : { role: 'assistant', content: reply.text }
  const finish_reason = 'tool' in reply ? 'tool_calls' : 'stop'
  const usage = { prompt_tokens: USAGE.in, completion_tokens: USAGE.out, total_tokens: USAGE.in + USAGE.out }
  const head = { id: newId('chatcmpl'), created: 1, model: body.model }
  if (!body.stream)
    return void json(response, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage,
    })
  const chunk = { ...head, object: 'chat.completion.chunk' }
  const events: unknown[] = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
  ]
  if (body.stream_options?.include_usage) events.push({ ...chunk, choices: [], usage })
  stream(response, [...events, '[DONE]'])
}

function functionCall({ tool, input }: { tool: string; input: unknown }): object {
  return { id: newId('call'), type: 'function', function: { name: tool, arguments: JSON.stringify(input) } }
}

function askedOfResponses({ input, tools = [] }: Body): Asked {
  const items: Body[] = Array.isArray(input) ? input : [{ role: 'user', content: input }]
  const last = items.findLastIndex(({ type = 'message', role }) => type === 'message' && role === 'user')
  const results = items.slice(last + 1).filter(({ type = '' }) => type.endsWith('_output'))
  return {
    text: flat(items[last]?.content),
    results: results.map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output))),
    tools: tools.map(({ name, type }: Body) => name ?? type),
  }
}

function answerResponses({ body, response, reply }: Answering): void {
  const item: Body =
    'tool' in reply
      ? { type: 'function_call', id: newId('fc'), call_id: newId('call'), ...responsesCall(reply), status: 'completed' }
      : {
          ...{ type: 'message', id: newId('msg'), role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: reply.text, annotations: [] }],
        }
  const usage = { input_tokens: USAGE.in, output_tokens: USAGE.out, total_tokens: USAGE.in + USAGE.out }
  const done = { id: newId('resp'), object: 'response', status: 'completed', model: body.model, output: [item], usage }
  if (!body.stream) return void json(response, done)
  stream(response, [
    { type: 'response.created', response: { ...done, status: 'in_progress', output: [], usage: null } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    ...('text' in reply
      ? [{ type: 'response.output_text.delta', output_index: 0, item_id: item.id, content_index: 0, delta: reply.text }]
      : []),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: done },
  ])
}

/** A tool of an MCP server is `server/tool`. */
function responsesCall({ tool, input }: { tool: string; input: unknown }): object {
  const [name = '', namespace] = tool.split('/').toReversed()
  return { name, ...(namespace && { namespace }), arguments: JSON.stringify(input) }
}

function askedOfGemini({ contents = [], tools = [] }: Body): Asked {
  const last = contents.findLastIndex(
    ({ role, parts = [] }: Body) => role === 'user' && parts.some(({ text }: Body) => text),
  )
  const since = contents.slice(last + 1).flatMap(({ parts = [] }: Body) => parts)
  return {
    text: flat(contents[last]?.parts),
    results: since.flatMap(({ functionResponse }: Body) =>
      functionResponse ? [JSON.stringify(functionResponse.response)] : [],
    ),
    tools: tools.flatMap(({ functionDeclarations = [] }: Body) => functionDeclarations.map(({ name }: Body) => name)),
  }
}

/** Gemini's agent asks for a JSON object where it chooses between models. */
const CHOICE = { reasoning: 'x', model_choice: 'flash', complexity_reasoning: 'x', complexity_score: 10 }

function answerGemini({ body, url, response, reply }: Answering): void {
  const isChoice = /json/.test(body.generationConfig?.responseMimeType ?? '')
  const said = 'tool' in reply ? { functionCall: { name: reply.tool, args: reply.input } } : { text: reply.text }
  const part = isChoice ? { text: JSON.stringify(CHOICE) } : said
  const chunk = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: USAGE.in, candidatesTokenCount: USAGE.out },
  }
  if (!url.includes(':streamGenerateContent')) return void json(response, chunk)
  if (!url.includes('alt=sse')) return void json(response, [chunk])
  stream(response, [chunk])
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'a=b' })
  response.end(JSON.stringify(value))
}

function stream(response: ServerResponse, events: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'a=b' })
  for (const event of events) {
    const { type } = event as { type?: string }
    const data = typeof event === 'string' ? event : JSON.stringify(event)
    response.write(`${type ? `event: ${type}\n` : ''}data: ${data}\n\n`)
  }
  response.end()
}

function flat(content: Body): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => part.text ?? flat(part.content)).join('\n') : ''
}

let ids = 0
function newId(prefix: string): string {
  return `${prefix}_${++ids}`
}
