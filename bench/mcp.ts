import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { none, open } from '#core/Access.ts'
import { define, defineDocument } from '#core/Operation.ts'
import * as Tool from '#core/Tool.ts'
import { createApp } from '#http/createApp.ts'
import { listen } from '#http/listen.ts'
import { createMcpServer } from '#mcp/createMcpServer.ts'
import { mcpOperation } from '#mcp/operation.ts'
import { plainOptions } from '../test/setup/appOptions.ts'
import type { Row } from './Row.ts'
import { sideBySide, startServer } from './setup/sideBySide.ts'

const COUNT = 12
const Input = z.object({
  roomId: z.string().max(80),
  limit: z.int().min(1).max(50).optional(),
  verbose: z.boolean().optional(),
})
const Output = z.object({ room: z.object({ id: z.string(), topic: z.string() }), messages: z.array(z.string()) })
const ROOM = { room: { id: 'room_1', topic: 'A topic' }, messages: ['one', 'two', 'three'] }
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Cached for as long as the server card. */
const DOCUMENT = JSON.stringify({ text: 'x'.repeat(6_000) })
const READ = { method: 'GET', tag: 'bench', access: none, limit: 'read', errors: [], request: z.object({}) } as const
const document = defineDocument({
  ...READ,
  name: 'document',
  path: '/document',
  summary: 'A text that is kept.',
  cacheControl: 'public, max-age=300',
  response: z.object({ text: z.string() }),
  document: () => DOCUMENT,
})
const operation = define({
  ...READ,
  name: 'operation',
  path: '/operation',
  summary: 'Answers as many bytes.',
  response: z.object({ text: z.string() }),
  handle: () => ({ text: 'x'.repeat(6_000) }),
})

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const ask = (method: string, params: object) => ({
  path: '/mcp',
  method: 'POST' as const,
  headers,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})
const LIST = ask('tools/list', {})
const CALL = ask('tools/call', { name: 'svc_tool_3', arguments: { roomId: 'room_1' } })

/** The tool server next to the SDK's, each with the same twelve tools; and a document next to an operation. */
export async function run(): Promise<Row[]> {
  const ours = await startServer(import.meta.filename, ['ours'])
  const peer = await startServer(import.meta.filename, ['peer'])
  const rows: Row[] = []
  for (const [name, load, least] of [
    ['tools/list', LIST, 5],
    ['tools/call', CALL, 1.5],
  ] as const) {
    const [rate = 0, other = 1] = await sideBySide([ours.url, peer.url], [load, load])
    const ratio = rate / other
    rows.push({
      name: `${name}, SDK's McpServer`,
      ours: rate,
      peer: other,
      unit: 'req/s',
      ratio,
      target: `≥ ${least}`,
      ok: ratio >= least,
    })
  }
  rows.push(await documentBesideOperation(ours.url))
  ours.child.kill()
  peer.child.kill()
  return rows
}

/** A cached document next to an operation that returns as many bytes, from the same server. */
async function documentBesideOperation(url: string): Promise<Row> {
  const [rate = 0, other = 1] = await sideBySide([url, url], [{ path: '/document' }, { path: '/operation' }])
  const ratio = rate / other
  const name = `document of ${DOCUMENT.length} bytes, empty operation of as many`
  return { name, ours: rate, peer: other, unit: 'req/s', ratio, target: '≥ 0.8', ok: ratio >= 0.8 }
}

function serveOurs() {
  const tools = Array.from({ length: COUNT }, (_, index) =>
    Tool.define({
      name: `svc_tool_${index}`,
      title: 'A tool',
      description: 'Reads a room.',
      access: open,
      limit: 'read',
      annotations: ANNOTATIONS,
      input: Input,
      output: Output,
      run: () => ROOM,
    }),
  )
  const info = { name: 'bench', title: 'Bench', version: '1', websiteUrl: 'http://localhost' }
  const server = createMcpServer({ info, baseUrl: '', instructions: '', tools, skills: [] })
  return createApp(plainOptions([mcpOperation(server), document, operation]))
}

function servePeer() {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1' })
    for (let index = 0; index < COUNT; index++)
      server.registerTool(
        `svc_tool_${index}`,
        {
          title: 'A tool',
          description: 'Reads a room.',
          inputSchema: Input,
          outputSchema: Output,
          annotations: ANNOTATIONS,
        },
        () => ({ content: [{ type: 'text', text: JSON.stringify(ROOM) }], structuredContent: ROOM }),
      )
    return server
  })
  return { fetch: (request: Request) => handler.fetch(request) }
}

process.on('SIGINT', () => process.exit(0))
if (process.send) {
  const app = process.argv[2] === 'ours' ? serveOurs() : servePeer()
  const { url } = await listen(app, { host: '127.0.0.1', port: 0 })
  process.send(url)
}
