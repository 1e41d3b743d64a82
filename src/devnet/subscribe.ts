import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { EthereumProvider } from 'hardhat/types/providers'
import * as JsonRpc from './JsonRpc.ts'
import * as WebSocket from './WebSocket.ts'

type Notification = { subscription: string; result: unknown }

/** Serves one WebSocket: requests in order, and the events of those subscriptions that were opened on it. */
export function subscribe(provider: EthereumProvider, request: IncomingMessage, socket: Duplex): void {
  const open = new Set<string>()
  let queue = Promise.resolve()
  const onNotification = ({ subscription, result }: Notification) => {
    const params = { subscription, result }
    if (open.has(subscription)) connection?.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }))
  }
  const connection = WebSocket.accept(request, socket, {
    onText(text) {
      queue = queue.then(() => answer(text)).catch(() => void socket.destroy())
    },
    onClose() {
      provider.off('notification', onNotification)
      for (const subscription of open) unsubscribe(subscription)
    },
  })
  if (connection) provider.on('notification', onNotification)

  async function answer(text: string): Promise<void> {
    const tracked = { request: track } as EthereumProvider
    const body = await JsonRpc.answer(tracked, text)
    if (body !== undefined) connection?.send(JSON.stringify(body))
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
