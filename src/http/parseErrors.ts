import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import * as ApiError from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'

type Problem = { code: ApiError.Code; status: number; message: string }

const NOT_HTTP: Problem = {
  code: 'invalid_argument',
  status: 400,
  message: 'Not a valid HTTP/1.1 request. Send a path, and the host of the base URL in the Host header.',
}

/** By the error code of Node's parser. */
const PROBLEMS: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: {
    code: 'invalid_argument',
    status: 431,
    message: 'The headers exceed 32 KiB. Send fewer or shorter headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'deadline_exceeded',
    status: 408,
    message: 'The request did not arrive in time. Send it again.',
  },
}

/** The response to a request without a routable URL. */
export function respond(error: unknown): Response {
  const { code, status, message } = error instanceof RequestError ? NOT_HTTP : ApiError.from(error)
  return Response.json({ code, message }, { status, headers: { 'x-request-id': Id.create('req') } })
}

/** Writes the response to bytes that are not a request; only closes the socket if a response has already started. */
export function write(error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }): void {
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) return void socket.destroy()
  const { code, status, message } = PROBLEMS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({ code, message })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${Id.create('req')}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
