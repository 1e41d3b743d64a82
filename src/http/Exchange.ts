import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type Caller, isPublic } from '#core/Access.ts'
import type { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'
import { NO_SPAN, type Span } from '#core/tracing.ts'

/** One request, with the facts known so far. */
export type Exchange = {
  request: Request
  /** Node's request object; undefined when the fetch handler is called directly. */
  incoming: HttpBindings['incoming'] | undefined
  requestId: string
  startedAt: number
  operation: Operation | undefined
  isHead: boolean
  headers: Record<string, string>
  caller: Caller | undefined
  /** The body of a `raw` operation. */
  bytes: Uint8Array
  /** True when the calls inside the request were reported under their own names. */
  isReported: boolean
  /** Why the credential was refused; thrown after rate limiting. */
  failure: ApiError | undefined
  span: Span
  header(name: string): string | undefined
  /** The socket's peer address; loopback without a socket, empty once the socket is closed. */
  peer: string
}

const NO_BYTES = new Uint8Array()

type Bindings = Partial<HttpBindings> | undefined

/** Reads headers from Node's table where there is one, which is several times cheaper than a `Headers` object. */
export function open(context: Context, requestId: string, operation: Operation | undefined): Exchange {
  const request = context.req.raw
  const incoming = (context.env as Bindings)?.incoming
  return {
    request,
    incoming,
    requestId,
    startedAt: performance.now(),
    operation,
    isHead: request.method === 'HEAD',
    headers: {
      'x-request-id': requestId,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
    caller: undefined,
    bytes: NO_BYTES,
    isReported: false,
    failure: undefined,
    span: NO_SPAN,
    header: incoming
      ? (name) => incoming.headers[name] as string | undefined
      : (name) => request.headers.get(name) ?? undefined,
    peer: incoming ? (incoming.socket.remoteAddress ?? '') : '127.0.0.1',
  }
}

/** Any web page may call a public read: no browser-held credential reaches it. */
export function isPublicRead({ operation }: Exchange): boolean {
  return operation?.method === 'GET' && isPublic(operation.access)
}
