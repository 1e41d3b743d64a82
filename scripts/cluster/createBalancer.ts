import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { every } from '#core/every.ts'

export type Balancer = AsyncDisposable & {
  url: string
  /** Requests go to it once its probe succeeds. */
  add(url: string): void
  remove(url: string): void
  /** The replicas that get requests. */
  ready(): string[]
}

const PROBE_EVERY_MS = 200
const PROBE_MS = 2_000
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te', 'trailer']

/** A round-robin proxy over the replicas that are ready. It never sends a request twice. */
export async function createBalancer(port: number): Promise<Balancer> {
  const replicas = new Map<string, boolean>()
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let turn = 0
  const ready = () => [...replicas].filter(([, isReady]) => isReady).map(([url]) => url)
  const server = createServer((incoming, outgoing) => {
    const candidates = ready()
    const target = candidates[turn++ % candidates.length]
    if (target === undefined) refuse(outgoing, 503)
    else forward(incoming, outgoing, { target, agent })
  })
  const probing = every(PROBE_EVERY_MS, () => Promise.all([...replicas.keys()].map((url) => probe(replicas, url))))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void replicas.set(url, false),
    remove: (url) => void replicas.delete(url),
    ready,
    async [Symbol.asyncDispose]() {
      probing[Symbol.dispose]()
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A late answer changes nothing: a busy machine is not a reason to stop sending requests. */
async function probe(replicas: Map<string, boolean>, url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) }).catch((error: Error) => error)
  if (!replicas.has(url) || (answer instanceof Error && answer.name === 'TimeoutError')) return
  replicas.set(url, !(answer instanceof Error) && answer.ok)
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, to: { target: string; agent: Agent }): void {
  const before = incoming.headers['x-forwarded-for']
  const client = incoming.socket.remoteAddress ?? ''
  const headers = { ...endToEnd(incoming.headers), 'x-forwarded-for': before ? `${before}, ${client}` : client }
  const upstream = request(to.target + incoming.url, { method: incoming.method, headers, agent: to.agent })
  upstream.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.headers))
    response.pipe(outgoing)
  })
  upstream.on('error', () => (outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, 502)))
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}

function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

function refuse(outgoing: ServerResponse, status: 502 | 503): void {
  const body = { code: 'unavailable', message: 'No replica answers. Try again in a second.' }
  outgoing.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify(body))
}
