import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Cluster } from '#boxes/isolation/kubernetes/Cluster.ts'
import { createFiles } from './openTestCluster.ts'

type Lies = {
  answer?: RequestListener
  /** Without it, the server never answers an exec. */
  exec?(socket: WebSocket, request: IncomingMessage): void
}

export type LyingServer = AsyncDisposable & { cluster: Cluster; close(): void }

/** An API server that breaks its protocol. */
export async function openLyingServer({ answer, exec }: Lies): Promise<LyingServer> {
  const { key, certificate, remove } = createFiles()
  remove()
  const server = createServer({ key, cert: certificate }, answer)
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v5.channel.k8s.io' })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {})
    if (exec)
      sockets.handleUpgrade(request, socket, head, (opened) =>
        exec(
          opened.on('error', () => {}),
          request,
        ),
      )
    else silent.add(socket)
  })
  const silent = new Set<{ destroy(): void }>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
    for (const socket of [...silent]) socket.destroy()
    for (const socket of sockets.clients) socket.terminate()
  }
  const { port } = server.address() as AddressInfo
  return {
    cluster: {
      server: new URL(`https://127.0.0.1:${port}`),
      ca: certificate,
      namespace: 'boxes',
      token: async () => 'secret',
    },
    close,
    async [Symbol.asyncDispose]() {
      close()
    },
  }
}
