import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to a COMMIT of the service, or to a statement that is its own transaction. */
export type Cut =
  /** The connection ends, and the server never sees it. */
  | 'before'
  /** The server has committed and answered, and the service never hears of it. */
  | 'after'
  /** The server gets it, and is killed by the test at the same moment. */
  | 'during'

export type CommitProxy = AsyncDisposable & {
  url: string
  /** Cuts the connection at the next COMMIT of a transaction that wrote this text; resolves once it has. */
  cutNext(cut: Cut, written: string, whenSent?: () => void): Promise<void>
}

type Order = { cut: Cut; written: string; whenSent: () => void; done: () => void }

const COMMIT = Buffer.from('commit\0')
/** ReadyForQuery outside of a transaction: what was sent before is committed. */
const IDLE = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** A way over TCP to the database at a socket, which loses a COMMIT or its answer. */
export async function startCommitProxy(url: string): Promise<CommitProxy> {
  const [, credentials = '', folder = '', name = ''] = /^postgresql:\/\/([^@]+)@([^/]+)\/(.+)$/.exec(url) ?? []
  const path = `${decodeURIComponent(folder)}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let order: Order | undefined
  const server = createServer((client) => {
    const upstream = connect({ path })
    const end = () => [client, upstream].forEach((socket) => void socket.destroy())
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}).on('close', end))
    let cutting: Order | undefined
    let hasWritten = false
    let isIdle = false
    client.on('data', (chunk: Buffer) => {
      hasWritten ||= order !== undefined && chunk.includes(order.written)
      if (order && hasWritten && (isIdle || chunk.includes(COMMIT))) [cutting, order] = [order, undefined]
      isIdle = false
      if (cutting?.cut === 'before') end()
      else upstream.write(chunk)
      if (cutting?.cut === 'during') {
        cutting.whenSent()
        client.destroy()
      }
      if (cutting && cutting.cut !== 'after') cutting.done()
    })
    upstream.on('data', (chunk: Buffer) => {
      isIdle = chunk.includes(IDLE)
      if (!cutting) return void client.write(chunk)
      if (cutting.cut !== 'after' || !isIdle) return
      end()
      cutting.done()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${credentials}@127.0.0.1:${port}/${name}`,
    cutNext(cut, written, whenSent = () => {}) {
      const { promise, resolve } = Promise.withResolvers<void>()
      order = { cut, written, whenSent, done: resolve }
      return promise
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
