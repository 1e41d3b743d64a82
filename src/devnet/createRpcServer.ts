import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { EthereumProvider } from 'hardhat/types/providers'
import { WebSocketServer } from 'ws'
import * as JsonRpc from './JsonRpc.ts'
import { refusal } from './refusal.ts'
import { subscribe } from './subscribe.ts'

const BODY_MAX_BYTES = 8 * 2 ** 20
// Longer than clients keep a connection open, so that they close it first.
const KEEP_ALIVE_MS = 120_000

/** Serves the chain over HTTP, with batches, and over WebSocket, with subscriptions. Not listening yet. */
export function createRpcServer(provider: EthereumProvider, origins: readonly string[]): Server {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const reason = refusal(request.headers, origins)
    if (reason !== undefined) return reply(response, 403, { error: reason })
    allowOrigin(request, response)
    serve(provider, request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: BODY_MAX_BYTES })
  return server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (refusal(request.headers, origins) === undefined)
      sockets.handleUpgrade(request, socket, head, (connection) => subscribe(provider, connection))
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
  })
}

async function serve(provider: EthereumProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') return reply(response, 204)
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST, OPTIONS')
    return reply(response, 405, { error: 'Send JSON-RPC requests with POST.' })
  }
  const text = await readText(request)
  if (text === undefined)
    return reply(response, 413, { error: `The body is larger than ${BODY_MAX_BYTES} bytes. Send a smaller one.` })
  const answer = await JsonRpc.answer(provider, text)
  reply(response, answer === undefined ? 204 : 200, answer)
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'origin')
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-allow-methods', 'POST')
  response.setHeader('access-control-allow-headers', 'content-type')
}

/** The whole body, or undefined if it is too long. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function reply(response: ServerResponse, status: number, body?: unknown): void {
  if (status >= 400) response.setHeader('connection', 'close')
  if (body !== undefined) response.setHeader('content-type', 'application/json')
  response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body))
}
