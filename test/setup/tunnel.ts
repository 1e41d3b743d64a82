import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type Tunnel = AsyncDisposable & {
  port: number
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Takes new connections from now on, and lets none of them through. */
  holdNew(): void
  /** How many are held so. */
  held(): number
  /** Ends those. */
  dropHeld(): void
}

/** A way to a server on this machine that can be closed and opened again. */
export async function startTunnel(target: () => NetConnectOpts): Promise<Tunnel> {
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  let isHolding = false
  const server = createServer((client) => {
    if (isHolding) return void held.add(client.on('error', () => {}))
    const upstream = connect(target())
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
  const port = await listen(0)
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of [...sockets, ...held]) socket.destroy()
    await closed
  }
  return {
    port,
    cut,
    restore: async () => void (await listen(port)),
    holdNew: () => {
      isHolding = true
    },
    held: () => held.size,
    dropHeld: () => {
      for (const socket of held) socket.destroy()
      held.clear()
    },
    [Symbol.asyncDispose]: cut,
  }
}
