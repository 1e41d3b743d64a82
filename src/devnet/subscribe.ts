import type { EthereumProvider } from 'hardhat/types/providers'
import type { WebSocket } from 'ws'
import * as JsonRpc from './JsonRpc.ts'

type Notification = { subscription: string; result: unknown }

/** A reader with more unsent bytes is disconnected. */
const BACKLOG_MAX_BYTES = 32 * 2 ** 20

/** Serves one WebSocket: requests in order, and the events of its subscriptions. */
export function subscribe(provider: EthereumProvider, socket: WebSocket): void {
  const open = new Set<string>()
  let queue = Promise.resolve()
  const onNotification = ({ subscription, result }: Notification) => {
    if (open.has(subscription))
      send(socket, { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })
  }
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'Send JSON-RPC requests as text.')
    queue = queue.then(() => answer(String(data))).catch(() => socket.terminate())
  })
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    provider.off('notification', onNotification)
    for (const subscription of open) unsubscribe(subscription)
  })
  provider.on('notification', onNotification)

  async function answer(text: string): Promise<void> {
    const tracked = { request: track } as EthereumProvider
    const body = await JsonRpc.answer(tracked, text)
    if (body !== undefined) send(socket, body)
  }
  async function track(args: Parameters<EthereumProvider['request']>[0]): Promise<unknown> {
    const result = await provider.request(args)
    if (args.method === 'eth_subscribe' && typeof result === 'string') open.add(result)
    return result
  }
  function unsubscribe(subscription: string): void {
    provider.request({ method: 'eth_unsubscribe', params: [subscription] }).catch(() => undefined)
  }
}

function send(socket: WebSocket, body: unknown): void {
  socket.send(JSON.stringify(body))
  if (socket.bufferedAmount > BACKLOG_MAX_BYTES) socket.terminate()
}
