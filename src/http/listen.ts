import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from './createApp.ts'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'
import { createFairQueue } from './createFairQueue.ts'
import * as parseErrors from './parseErrors.ts'

const DRAIN_MS = 10_000
const STALLED_MS = 300_000
/**
 * Above this backlog we answer with `Connection: close`, so that one client dropping a thousand keep-alive sockets at
 * once cannot stall the event loop.
 */
const KEEP_ALIVE_BACKLOG_MAX = 64
/** Load balancers may probe in HTTP/1.0, which has no Host: their request reaches only what answers under any name. */
const NO_HOST = 'no-host.invalid'

const OPTIONS = {
  maxHeaderSize: 32 * 1024,
  // Off, so that a request without Host gets our own error.
  requireHostHeader: false,
  // Without this Node silently drops a second Host or Authorization header.
  joinDuplicateHeaders: true,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

type SocketOptions = {
  host: string
  /** 0 picks a free port. */
  port: number
  /** The variable that configures the port, for error messages. */
  variable?: 'PORT' | 'METRICS_PORT' | 'DEVNET_PORT'
  /** Idle time after which a connection with a request in flight is cut; longer than any operation takes. */
  stalledMs?: number
  /** A write in flight for longer does not count against its caller. Default: 250 */
  countedMs?: number
  /** Once aborted, every response closes its connection, so that a proxy opens its next one elsewhere. */
  leaving?: AbortSignal | undefined
}

export type Listener = { url: string; port: number; [Symbol.asyncDispose](): Promise<void> }

/** Serves `app` on a socket; disposing stops accepting, lets requests in flight finish, then cuts lingering connections. */
export async function listen(app: App, options: SocketOptions): Promise<Listener> {
  const { host } = options
  const serve = inTurn(getRequestListener(app.fetch, { errorHandler: parseErrors.respond }), options)
  const server = createServer(OPTIONS, serve).on('checkExpectation', serve).on('clientError', parseErrors.write)
  server.timeout = options.stalledMs ?? STALLED_MS
  await bind(server, options)
  const bound = (server.address() as AddressInfo).port
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `http://${name}:${bound}`, port: bound, [Symbol.asyncDispose]: () => drain(server) }
}

/** Starts requests fairly by caller, so that one caller's burst does not delay the others. */
function inTurn(
  serve: RequestListener,
  { leaving, countedMs }: Pick<SocketOptions, 'leaving' | 'countedMs'>,
): RequestListener {
  const limit = createConcurrencyLimit(countedMs === undefined ? { shared: SHARED } : { countedMs })
  const queue = createFairQueue()
  return (incoming, outgoing) => {
    if (leaving?.aborted) outgoing.shouldKeepAlive = false
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= NO_HOST
    const { promise: served, resolve } = Promise.withResolvers<unknown>()
    // A caller that hung up while queued is not served.
    const begin = () => resolve(outgoing.destroyed ? undefined : serve(incoming, outgoing))
    const caller = callerOf(incoming)
    if (isRead(incoming)) {
      limit.note(caller)
      return queue.run(() => caller, begin)
    }
    limit.run(caller, (backlog) => {
      if (backlog > KEEP_ALIVE_BACKLOG_MAX) outgoing.shouldKeepAlive = false
      queue.run(() => caller, begin)
      return served
    })
  }
}

/** Writes of one caller that are in flight while there are other callers. */
const SHARED = { max: 2, countedMs: 25 }

/** Reads are not counted: they take no locks, and some are long polls. */
function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The apparent caller, before authentication; the forwarded address separates callers behind one proxy. */
function callerOf({ headers, socket }: IncomingMessage): string {
  const secret = headers.authorization ?? headers['x-api-key']
  return String(secret ?? `${headers['x-forwarded-for'] ?? ''} ${socket.remoteAddress}`)
}

function bind(server: Server, options: SocketOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', (error: NodeJS.ErrnoException) => reject(explain(error, options)))
  server.listen(options.port, options.host, resolve)
  return promise
}

function explain(error: NodeJS.ErrnoException, { host, port, variable = 'PORT' }: SocketOptions): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is in use. Stop the process that listens there, or set ${variable} to a free port.`,
      {
        cause: error,
      },
    )
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs privileges. Set ${variable} to a port above 1023.`, { cause: error })
  if (error.code === 'EADDRNOTAVAIL')
    return new Error(`HOST ${host} is not an address of this machine. Set HOST to one of its addresses.`, {
      cause: error,
    })
  return new Error(`Cannot listen on ${host}:${port}: ${error.code ?? error.message}.`, { cause: error })
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
