import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableWay = AsyncDisposable & {
  url: string
  /** Where connections lead from now on. */
  leadTo(url: string): void
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

/** A way to a server on this machine that can be closed and opened again. */
export async function startBreakableWay(): Promise<BreakableWay> {
  const sockets = new Set<Socket>()
  let port = 0
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => {}))
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  const listen = async (own: number) => {
    server.listen(own, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${own}`,
    leadTo: (url) => {
      port = Number(new URL(url).port)
    },
    cut,
    restore: async () => void (await listen(own)),
    [Symbol.asyncDispose]: cut,
  }
}
