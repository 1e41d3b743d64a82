import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { App } from './createApp.ts'

const DRAIN_MS = 10_000

export type Listener = { url: string; port: number; [Symbol.asyncDispose](): Promise<void> }

/** Serves `app` on a socket; disposing stops accepting, lets requests in flight finish, then cuts what still lingers. */
export async function listen(app: App, { host, port }: { host: string; port: number }): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { maxHeaderSize: 32 * 1024 } }) as Server
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  await bind(server, host, port)
  const bound = (server.address() as AddressInfo).port
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `http://${name}:${bound}`, port: bound, [Symbol.asyncDispose]: () => drain(server) }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
  server.listen(port, host, resolve)
  return promise
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is taken. Stop what listens there, or set PORT to a free one.`, {
      cause: error,
    })
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs privileges. Set PORT to one above 1023.`, { cause: error })
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
