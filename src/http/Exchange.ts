import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type Caller, isPublic } from '#core/Access.ts'
import type { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'

/** One request on its way through the door, with what has been learned of it so far. */
export type Exchange = {
  request: Request
  /** Node's own form of the request, where it came through a socket. */
  incoming: HttpBindings['incoming'] | undefined
  requestId: string
  startedAt: number
  operation: Operation | undefined
  isHead: boolean
  /** Of the answer, from the start: what every answer carries; pages and images bring their own policy. */
  headers: Record<string, string>
  caller: Caller | undefined
  /** The body, where it is handed over as it is. */
  bytes: Uint8Array
  /** Whether calls inside the request were told of under their own names. */
  isReported: boolean
  /** Why the credential was refused, until the call has been counted. */
  failure: ApiError | undefined
  header(name: string): string | undefined
  /** The socket's peer; loopback when there is no socket, as in a direct call of the fetch handler; empty once it is gone. */
  peer: string
}

const NO_BYTES = new Uint8Array()

type Bindings = Partial<HttpBindings> | undefined

/** Reads headers from Node's own table when there is one: it is several times cheaper than a `Headers` object. */
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
    header: incoming
      ? (name) => incoming.headers[name] as string | undefined
      : (name) => request.headers.get(name) ?? undefined,
    peer: incoming ? (incoming.socket.remoteAddress ?? '') : '127.0.0.1',
  }
}

/** A public read may be called by any page of the web; it never sees a credential that a browser adds by itself. */
export function isPublicRead({ operation }: Exchange): boolean {
  return operation?.method === 'GET' && isPublic(operation.access)
}
