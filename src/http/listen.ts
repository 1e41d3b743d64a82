import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from './createApp.ts'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'
import { createFairQueue } from './createFairQueue.ts'
import * as Malformed from './parseErrors.ts'

const DRAIN_MS = 10_000
const STALLED_MS = 300_000
/** While more of a caller's requests wait, his connections end with their answers: a thousand that he hangs up together keep everybody waiting. */
const KEPT_MAX = 64

/** A request without Host is answered by us, like every other bad one; slow ones are looked for every second. */
const OPTIONS = {
  maxHeaderSize: 32 * 1024,
  requireHostHeader: false,
  // Otherwise the second Host or Authorization of a request is dropped without a word.
  joinDuplicateHeaders: true,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

type Place = {
  host: string
  /** Zero takes a free one. */
  port: number
  /** The setting that names the port, for whoever must change it. */
  variable?: 'PORT' | 'METRICS_PORT' | 'DEVNET_PORT'
  /** How long a connection may stand still while an answer is awaited or read; longer than any operation takes. */
  stalledMs?: number
}

export type Listener = { url: string; port: number; [Symbol.asyncDispose](): Promise<void> }

/** Serves `app` on a socket; disposing stops accepting, lets requests in flight finish, then cuts what still lingers. */
export async function listen(app: App, place: Place): Promise<Listener> {
  const { host } = place
  const serve = inTurn(getRequestListener(app.fetch, { errorHandler: Malformed.respond }))
  const server = createServer(OPTIONS, serve).on('checkExpectation', serve).on('clientError', Malformed.write)
  server.timeout = place.stalledMs ?? STALLED_MS
  await bind(server, place)
  const bound = (server.address() as AddressInfo).port
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `http://${name}:${bound}`, port: bound, [Symbol.asyncDispose]: () => drain(server) }
}

/** Requests that arrive together begin a few at a time, so that a burst of one caller keeps nobody else waiting. */
function inTurn(serve: RequestListener): RequestListener {
  const [limit, queue] = [createConcurrencyLimit(), createFairQueue()]
  return (incoming, outgoing) => {
    const { promise: served, resolve } = Promise.withResolvers<unknown>()
    // Whoever hung up while he waited is not served.
    const begin = () => resolve(outgoing.destroyed ? undefined : serve(incoming, outgoing))
    if (isRead(incoming)) return queue.run(() => callerOf(incoming), begin)
    const caller = callerOf(incoming)
    limit.run(caller, (waiting) => {
      if (waiting > KEPT_MAX) outgoing.shouldKeepAlive = false
      queue.run(() => caller, begin)
      return served
    })
  }
}

/** Reads wait for no lock, but some wait for news: they are not counted. */
function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Who seems to call, before that is verified; behind a proxy all have its address. */
function callerOf({ headers, socket }: IncomingMessage): string {
  const secret = headers.authorization ?? headers['x-api-key']
  return String(secret ?? `${headers['x-forwarded-for'] ?? ''} ${socket.remoteAddress}`)
}

function bind(server: Server, place: Place): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', (error: NodeJS.ErrnoException) => reject(explain(error, place)))
  server.listen(place.port, place.host, resolve)
  return promise
}

function explain(error: NodeJS.ErrnoException, { host, port, variable = 'PORT' }: Place): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is taken. Stop what listens there, or set ${variable} to a free one.`, {
      cause: error,
    })
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs privileges. Set ${variable} to one above 1023.`, { cause: error })
  if (error.code === 'EADDRNOTAVAIL')
    return new Error(`HOST ${host} is no address of this machine. Set HOST to one that is.`, { cause: error })
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
