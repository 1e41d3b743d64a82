import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type Message = { topic: string; message: string; tag: number; publishedAt: number; from: string; seenBy: Set<string> }
type Peer = { socket: WebSocket; clientId: string; topics: Set<string> }
/** The parameters of all methods together; each has some of them. */
type Params = Record<
  | 'topic'
  | 'message'
  | 'pairingTopic'
  | 'sessionTopic'
  | 'sessionProposal'
  | 'sessionProposalResponse'
  | 'sessionSettlementRequest',
  string
> & { tag: number; topics: string[] }
type Request = { id: number; method?: string; params: Params }

/** A relay of WalletConnect on this machine: topics with mailboxes, in the protocol that the real clients speak. */
export async function openRelay(): Promise<AsyncDisposable & { url: string; methods: string[] }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const peers = new Set<Peer>()
  const mailbox: Message[] = []
  const methods: string[] = []
  server.on('connection', (socket, { url }) => {
    const peer: Peer = { socket, clientId: clientIdOf(url ?? ''), topics: new Set() }
    peers.add(peer)
    socket.on('close', () => peers.delete(peer))
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as Request
      if (method === undefined) return
      methods.push(method)
      const result = ANSWERS[method]?.(params, peer, mailbox) ?? true
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result }))
      for (const one of peers) deliver(one, mailbox)
    })
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    methods,
    async [Symbol.asyncDispose]() {
      for (const { socket } of peers) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Answer = (params: Params, peer: Peer, mailbox: Message[]) => unknown

const ANSWERS: Record<string, Answer> = {
  irn_publish: ({ topic, message, tag }, peer, mailbox) => put({ topic, message, tag }, peer, mailbox),
  irn_subscribe: ({ topic }, peer) => subscribe(topic, peer),
  irn_batchSubscribe: ({ topics }, peer) => topics.map((topic) => subscribe(topic, peer)),
  irn_unsubscribe: ({ topic }, peer) => peer.topics.delete(topic),
  irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
  wc_proposeSession: ({ pairingTopic, sessionProposal }, peer, mailbox) => {
    subscribe(pairingTopic, peer)
    return put({ topic: pairingTopic, message: sessionProposal, tag: 1100 }, peer, mailbox)
  },
  wc_approveSession: (params, peer, mailbox) => {
    const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest } = params
    subscribe(sessionTopic, peer)
    put({ topic: pairingTopic, message: sessionProposalResponse, tag: 1101 }, peer, mailbox)
    return put({ topic: sessionTopic, message: sessionSettlementRequest, tag: 1102 }, peer, mailbox)
  },
}

function put(sent: Pick<Message, 'topic' | 'message' | 'tag'>, { clientId }: Peer, mailbox: Message[]): true {
  mailbox.push({ ...sent, publishedAt: Date.now(), from: clientId, seenBy: new Set([clientId]) })
  return true
}

function subscribe(topic: string, { topics }: Peer): string {
  topics.add(topic)
  return topic
}

/** A message waits until a subscriber of its topic has it; nobody gets their own or the same one twice. */
function deliver({ socket, clientId, topics }: Peer, mailbox: Message[]): void {
  for (const { seenBy, from: _, ...data } of mailbox) {
    if (!topics.has(data.topic) || seenBy.has(clientId)) continue
    seenBy.add(clientId)
    const params = { id: data.topic, data }
    socket.send(
      JSON.stringify({ id: Date.now() * 1000 + seenBy.size, jsonrpc: '2.0', method: 'irn_subscription', params }),
    )
  }
}

/** The client signs in with a token that names its key. */
function clientIdOf(url: string): string {
  const token = new URL(url, 'ws://relay').searchParams.get('auth') ?? ''
  return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iss: string }).iss
}
