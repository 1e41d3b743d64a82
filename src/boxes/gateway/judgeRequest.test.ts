import { expect, test } from 'vitest'
import type { ModelEndpoint, ModelProtocol } from '#core/ModelEndpoint.ts'
import { judgeRequest } from './judgeRequest.ts'

const endpoint = (speaks: ModelProtocol): ModelEndpoint => ({
  speaks,
  url: 'https://model.example',
  models: { 'm-*': { input: 3, output: 15 } },
  outputTokensMax: 1_000,
})
const PATHS: Record<ModelProtocol, string> = {
  anthropic: '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  gemini: '/v1beta/models/m-1:generateContent',
}

type Change = { method?: string; path?: string; body?: unknown; text?: string }
const judge = (protocol: ModelProtocol, { method = 'POST', path = PATHS[protocol], body = {}, text }: Change = {}) =>
  judgeRequest(protocol, [endpoint(protocol)], {
    method,
    path,
    body: Buffer.from(text ?? JSON.stringify({ model: 'm-1', ...(body as object) })),
  })
const sent = (protocol: ModelProtocol, body: object) => JSON.parse(judge(protocol, { body }).body.toString())

test('a question to an allowed model passes in each protocol, with tools that the agent runs', () => {
  const named = [{ name: 'read' }, { type: 'custom', name: 'x' }, { type: 'bash_20250124', name: 'bash' }]
  const nested = [{ type: 'namespace', name: 'mcp', tools: [{ type: 'function', name: 'price' }] }]
  judge('anthropic', { path: '/v1/messages?beta=true', body: { tools: named } })
  judge('openai-chat', { body: { tools: [{ type: 'function', function: { name: 'x' } }] } })
  judge('openai-responses', { body: { tools: [...nested, { type: 'local_shell' }], background: false } })
  judge('gemini', { path: `${PATHS.gemini}?alt=sse`, body: { tools: [{ functionDeclarations: [] }] } })
})

test('content, arguments and results that mention addresses pass: only the agent follows them', () => {
  const call = {
    type: 'tool_use',
    id: 't',
    name: 'fetch',
    input: { source: { type: 'url', url: 'https://a.example' } },
  }
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } }
  judge('anthropic', {
    body: {
      messages: [
        { role: 'assistant', content: [call] },
        { role: 'user', content: [image] },
      ],
    },
  })
  const inline = { type: 'image_url', image_url: { url: 'data:image/png;base64,aaaa' } }
  judge('openai-chat', {
    body: { messages: [{ role: 'user', content: [inline, { type: 'text', text: 'https://a' }] }] },
  })
  const part = { functionResponse: { name: 'x', response: { fileData: { fileUri: 'https://a' } } } }
  judge('gemini', { body: { contents: [{ parts: [part] }] } })
})

const image = (image_url: unknown) => ({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url }] }] })
const input = (item: object) => ({ input: [{ role: 'user', content: [item] }] })

test.each<[string, ModelProtocol, Change, RegExp]>([
  ['another method', 'anthropic', { method: 'GET' }, /only ask a model/],
  ['files', 'anthropic', { path: '/v1/files' }, /only ask a model/],
  ['batches', 'anthropic', { path: '/v1/messages/batches' }, /only ask a model/],
  ['a path with dots', 'anthropic', { path: '/v1/messages/../files' }, /only ask a model/],
  ['another host', 'anthropic', { path: '//evil.example/v1/messages' }, /only ask a model/],
  ['the path of another protocol', 'openai-chat', { path: '/v1/responses' }, /only ask a model/],
  ['another query', 'gemini', { path: `${PATHS.gemini}?key=x` }, /query parameter key/],
  ['a query behind a query', 'gemini', { path: `${PATHS.gemini}?alt=json?&key=x` }, /query parameter alt/],
  ['an answer in another form', 'gemini', { path: `${PATHS.gemini}?alt=proto` }, /query parameter alt=proto/],
  ['options behind the name', 'openai-chat', { body: { model: 'm-1:online' } }, /model must be one of/],
  ['a name of many characters', 'anthropic', { body: { model: `m-${'m'.repeat(10_000)}` } }, /model must be one of/],
  ['further models', 'openai-chat', { body: { models: ['dear'] } }, /models is not forwarded/],
  [
    'a tool in a result',
    'openai-responses',
    { body: { input: [{ type: 'tool_search_output', tools: [{ type: 'web_search' }] }] } },
    /tools would be read/,
  ],
  [
    'a file in a result of Gemini',
    'gemini',
    { body: { contents: [{ parts: [{ functionResponse: { parts: [{ fileData: {} }] } }] }] } },
    /fileData/,
  ],
  [
    'a compaction, which is not reported',
    'anthropic',
    { body: { context_management: { edits: [{ type: 'compact_20260112' }] } } },
    /compaction/,
  ],
  [
    'millions of tiny values',
    'anthropic',
    { text: `{"model":"m-1","messages":[${'{},'.repeat(2_000_000)}{}]}` },
    /many values/,
  ],
  ['another model', 'anthropic', { body: { model: 'gpt-9' } }, /model must be one of m-\*/],
  ['a model in a list', 'anthropic', { body: { model: ['m-1'] } }, /model must be one of/],
  ['another model in the path', 'gemini', { path: '/v1beta/models/veo:generateContent' }, /model must be one of/],
  [
    'provider-side search',
    'anthropic',
    { body: { tools: [{ type: 'web_search_20250305', name: 'x' }] } },
    /provider runs/,
  ],
  ['search of OpenAI', 'openai-responses', { body: { tools: [{ type: 'web_search' }] } }, /provider runs/],
  [
    'a tool inside another',
    'openai-responses',
    { body: { tools: [{ type: 'namespace', tools: [{ type: 'mcp' }] }] } },
    /provider runs/,
  ],
  [
    'a shell at the provider',
    'openai-responses',
    { body: { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] } },
    /provider runs/,
  ],
  ['search of Gemini', 'gemini', { body: { tools: [{ name: 'x', googleSearch: {} }] } }, /provider runs/],
  ['one tool in place of the list', 'gemini', { body: { tools: { urlContext: {} } } }, /provider runs/],
  ['remote servers', 'anthropic', { body: { mcp_servers: [{}] } }, /mcp_servers is not forwarded/],
  ['an earlier response', 'openai-responses', { body: { previous_response_id: 'r' } }, /previous_response_id/],
  ['an item of others', 'openai-responses', { body: input({ type: 'item_reference', id: 'i' }) }, /item_reference/],
  ['a file of others', 'openai-responses', { body: input({ type: 'input_file', file_id: 'f' }) }, /file_id/],
  ['an image to fetch', 'openai-chat', { body: image({ url: 'https://evil.example/?q=secret' }) }, /image_url/],
  ['a text in place of the object', 'openai-chat', { body: image('http://169.254.169.254') }, /image_url/],
  ['a document to fetch', 'anthropic', { body: { system: [{ source: { type: 'url', url: 'x' } }] } }, /source/],
  ['a file of Gemini', 'gemini', { body: { contents: [{ parts: [{ file_data: { file_uri: 'x' } }] }] } }, /file_data/],
  ['many answers', 'openai-chat', { body: { n: 8 } }, /one answer/],
  ['many answers of Gemini', 'gemini', { body: { generationConfig: { candidateCount: 8 } } }, /one answer/],
  ['no object', 'anthropic', { text: '[]' }, /must be a JSON object/],
  ['no JSON', 'anthropic', { text: '{' }, /must be a JSON object/],
  ['deep nesting', 'anthropic', { text: '['.repeat(1_000_000) }, /nested too deeply/],
])('%s is refused', (_, protocol, change, message) => {
  expect(() => judge(protocol, change)).toThrow(message)
})

test('the provider reads what was checked: a repeated name in the body has one value', () => {
  const { body, model } = judge('anthropic', { text: '{"model":"dear","max_tokens":1,"model":"m-2"}' })
  expect([model, body.toString()]).toEqual(['m-2', '{"model":"m-2","max_tokens":1}'])
})

test('brackets inside texts do not count as nesting', () => {
  judge('anthropic', { body: { system: `\\"${'[{'.repeat(5_000)}` } })
})

test('longer answers than allowed are cut, and the price and storage of the provider cannot be chosen', () => {
  expect(sent('anthropic', { max_tokens: 64_000, service_tier: 'priority', speed: 'fast' })).toEqual({
    model: 'm-1',
    max_tokens: 1_000,
  })
  expect(sent('openai-chat', { max_completion_tokens: '9999', store: true })).toEqual({
    model: 'm-1',
    max_completion_tokens: 1_000,
  })
  expect(sent('openai-responses', { max_output_tokens: 500 })).toEqual({
    model: 'm-1',
    max_output_tokens: 500,
    store: false,
  })
  expect(sent('gemini', { generationConfig: { maxOutputTokens: 9_999 } }).generationConfig.maxOutputTokens).toBe(1_000)
  expect(sent('openai-chat', { stream: true }).stream_options).toEqual({ include_usage: true })
})

test.each([-1e12, 0, 1.5, '7', {}])('a length of %j is replaced by the longest one that is allowed', (max_tokens) => {
  const call = judge('anthropic', { body: { max_tokens } })
  expect([call.bound.output, JSON.parse(call.body.toString()).max_tokens]).toEqual([1_000, 1_000])
})

test('the query is forwarded as it was read', () => {
  expect(judge('gemini', { path: `${PATHS.gemini}?alt=%73se` }).path).toBe(`${PATHS.gemini}?alt=sse`)
})

test('a call is bounded by its bytes and its longest answer; counting tokens costs nothing', () => {
  const call = judge('anthropic', { body: { max_tokens: 300 } })
  expect(call.bound).toEqual({ input: call.body.length + 1_000, output: 300 })
  expect(judge('openai-chat').bound.output).toBe(1_000)
  expect(judge('anthropic', { path: '/v1/messages/count_tokens' }).bound).toEqual({ input: 0, output: 0 })
})

test.each([
  ['openai-chat', 'http://127.0.0.1:11434', { max_tokens: 1_000 }],
  ['openai-chat', 'https://api.openai.com', { max_completion_tokens: 1_000 }],
  ['openai-responses', 'https://api.openai.com', { max_output_tokens: 1_000 }],
] as const)('a request without a length gets the longest one that is allowed: %s at %s', (speaks, url, expected) => {
  const asked = { method: 'POST', path: PATHS[speaks], body: Buffer.from('{"model":"m-1"}') }
  const call = judgeRequest(speaks, [{ ...endpoint(speaks), url }], asked)
  expect(JSON.parse(call.body.toString())).toMatchObject(expected)
  expect(call.bound.output).toBe(1_000)
})
