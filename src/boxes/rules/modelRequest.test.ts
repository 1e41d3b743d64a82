import { expect, test } from 'vitest'
import { checkModelRequest } from './modelRequest.ts'

const egress = { paths: ['/v1/messages', '/v1beta/models/*:generateContent'], models: ['claude-*', 'gemini-2'] }
const ask = (change: { method?: string; path?: string; body?: unknown } = {}) =>
  checkModelRequest(egress, {
    method: change.method ?? 'POST',
    path: change.path ?? '/v1/messages',
    body: Buffer.from(JSON.stringify(change.body ?? { model: 'claude-x', messages: [] })),
  })

test('a question to an allowed model is forwarded, with tools that the agent runs', () => {
  const tools = [{ name: 'read' }, { type: 'custom', name: 'x' }, { type: 'bash_20250124', name: 'bash' }]
  ask()
  ask({ path: '/v1/messages?beta=true', body: { model: 'claude-x', tools } })
  ask({ path: '/v1beta/models/gemini-2:generateContent?alt=sse', body: { tools: [{ functionDeclarations: [] }] } })
})

test.each([
  ['another method', { method: 'GET' }, /Only POST/],
  ['files', { path: '/v1/files' }, /Only POST/],
  ['batches', { path: '/v1/messages/batches' }, /Only POST/],
  ['a path with dots', { path: '/v1/messages/../files' }, /Only POST/],
  ['another query', { path: '/v1/messages?key=x' }, /query parameter key/],
  ['another model', { body: { model: 'gpt-9' } }, /model must be one of/],
  ['another model in the path', { path: '/v1beta/models/veo-3:generateContent', body: {} }, /model must be one of/],
  ['no model', { body: {} }, /model must be one of/],
  ['provider-side search', { body: { model: 'claude-x', tools: [{ type: 'web_search_20250305' }] } }, /provider runs/],
  ['provider-side code', { body: { model: 'claude-x', tools: [{ codeExecution: {} }] } }, /provider runs/],
  ['remote servers', { body: { model: 'claude-x', mcp_servers: [] } }, /mcp_servers is not forwarded/],
  ['no object', { body: [] }, /must be a JSON object/],
])('%s is refused', (_, change, message) => {
  expect(() => ask(change)).toThrow(message)
})
