import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Egress } from '#boxes/gateway/Gateway.ts'
import { readBody } from './readBody.ts'

const BODY_BYTES_MAX = 2 ** 20
const PASSED = [...['content-type', 'accept', 'idempotency-key'], ...['mcp-protocol-version', 'mcp-method', 'mcp-name']]

type Channel = {
  /** Sent instead of any credential that the box presents. */
  secret: string
  callService(request: Request): Response | Promise<Response>
  /** Handles requests to the model, for agents that have one. */
  egress?: Egress | undefined
}

/** Serves the box at the other end of the socket with its own authority, until the socket closes. */
export function serveChannel(socket: Duplex, channel: Channel): Disposable {
  const server = createServer({ settings: { maxConcurrentStreams: 32 } })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on('error', () => {})
    const isEgress = channel.egress && headers[':path']?.startsWith('/egress/')
    const answered = isEgress ? channel.egress?.(stream, headers) : answer(stream, headers, channel)
    answered?.catch(() => stream.destroy())
  })
  server.on('sessionError', () => {})
  server.emit('connection', socket)
  return { [Symbol.dispose]: () => void socket.destroy() }
}

async function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, channel: Channel): Promise<void> {
  const body = await readBody(stream, BODY_BYTES_MAX)
  if (body === undefined) return refuse(stream, 413, 'The body is too large. Send at most 1 MiB.')
  const method = headers[':method'] ?? 'GET'
  const passed = PASSED.flatMap((name): [string, string][] => (headers[name] ? [[name, String(headers[name])]] : []))
  const request = new Request(`http://slipway${headers[':path'] ?? '/'}`, {
    method,
    headers: [...passed, ['authorization', `Bearer ${channel.secret}`]],
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  })
  const response = await channel.callService(request)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (stream.destroyed) return
  const type = response.headers.get('content-type')
  stream.respond({ ':status': response.status, ...(type && { 'content-type': type }) })
  stream.end(bytes)
}

function refuse(stream: ServerHttp2Stream, status: number, message: string): void {
  stream.resume()
  stream.respond({ ':status': status, 'content-type': 'application/json' })
  stream.end(JSON.stringify({ code: 'invalid_argument', message }))
}
