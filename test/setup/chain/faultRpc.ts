import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import * as Lies from './rpcLies.ts'

/** The faults of a whole HTTP exchange. */
export type HttpFault =
  | 'hang'
  | 'reset'
  | 'cut'
  | 'empty'
  | 'html'
  | 'truncated'
  | 'wrongId'
  | 'missingAnswer'
  | 'tooManyRequests'
  | 'serverError'
  | 'badGateway'
  | 'unavailable'
  | 'forbidden'
  | 'redirect'
  | 'oversized'
  | 'oversizedGzip'
  | 'brokenGzip'
  | 'refusesBatches'
  | 'limitsBatches'

export type FaultOptions = {
  /** One or several nodes; several are views that may differ, from which `mixed` picks at random. */
  upstreams: readonly Lies.Upstream[]
  seed?: number
  delayMs?: number
  /** Every answer waits for it. */
  until?: Promise<void> | undefined
  /** Chance of each fault per exchange. */
  faults?: Partial<Record<HttpFault, number>>
  lies?: Lies.Lies
}

export type FaultRpc = {
  url: string
  seed: number
  /** HTTP exchanges, those of them that were answered, and JSON-RPC requests in them. */
  count: { exchanges: number; answered: number; requests: number; methods: Record<string, number> }
  /** Changes how it behaves from now on; what is not named stays. */
  set(options: Partial<Omit<FaultOptions, 'upstreams' | 'seed'>>): void
  /** Faults for the next exchanges, in order, before chance decides again. */
  next(...faults: (HttpFault | 'none')[]): void
  reset(): void
  close(): Promise<void>
}

type Envelope = { id: number; method: string; params?: unknown[] }
type Served = { jsonrpc: '2.0'; id: number } & ({ result: unknown } | { error: unknown })

/** A JSON-RPC endpoint on loopback that passes requests on, and fails and lies as configured, repeatably by seed. */
export async function startFaultRpc(options: FaultOptions): Promise<FaultRpc> {
  const seed = options.seed ?? 1
  const random = Lies.seeded(seed)
  const settings = { delayMs: 0, until: undefined, faults: {}, lies: {}, ...options }
  const queue: (HttpFault | 'none')[] = []
  const count: FaultRpc['count'] = { exchanges: 0, answered: 0, requests: 0, methods: {} }
  const liar = Lies.create(options.upstreams, random)

  async function serve(body: string, response: ServerResponse): Promise<void> {
    const parsed = JSON.parse(body) as Envelope | Envelope[]
    const envelopes = [parsed].flat()
    count.exchanges += 1
    count.requests += envelopes.length
    for (const { method } of envelopes) count.methods[method] = (count.methods[method] ?? 0) + 1
    const fault = queue.shift() ?? pick(settings.faults, random)
    if (settings.delayMs > 0) await sleep(settings.delayMs)
    await settings.until
    const view = liar.view(settings.lies)
    const served = await Promise.all(envelopes.map((envelope) => answer(envelope, (m, p) => view(m, p))))
    respond(response, { fault, isBatch: Array.isArray(parsed), served })
    count.answered += 1
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void serve(Buffer.concat(chunks).toString(), response).catch(() => response.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seed,
    count,
    set: (changed) => Object.assign(settings, changed),
    next: (...faults) => queue.push(...faults),
    reset: () => {
      Object.assign(settings, { delayMs: 0, until: undefined, faults: {}, lies: {} })
      Object.assign(count, { exchanges: 0, answered: 0, requests: 0, methods: {} })
      queue.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A node behind a URL, for use as an upstream. */
export function httpUpstream(url: string): Lies.Upstream {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
    if (error) throw error
    return result
  }
}

async function answer({ id, method, params = [] }: Envelope, upstream: Lies.Upstream): Promise<Served> {
  try {
    return { jsonrpc: '2.0', id, result: (await upstream(method, params)) ?? null }
  } catch (error) {
    const { code = -32603, message, data } = error as { code?: number; message: string; data?: unknown }
    return { jsonrpc: '2.0', id, error: { code, message, data } }
  }
}

function pick(chances: Partial<Record<HttpFault, number>>, random: () => number): HttpFault | 'none' {
  let roll = random()
  for (const [fault, chance] of Object.entries(chances) as [HttpFault, number][]) {
    if (roll < chance) return fault
    roll -= chance
  }
  return 'none'
}

type Exchange = { fault: HttpFault | 'none'; isBatch: boolean; served: Served[] }

const STATUSES: Partial<Record<HttpFault | 'none', number>> = {
  tooManyRequests: 429,
  serverError: 500,
  badGateway: 502,
  unavailable: 503,
  forbidden: 403,
  redirect: 307,
}

function respond(response: ServerResponse, exchange: Exchange): void {
  const { fault, isBatch, served } = exchange
  const body = JSON.stringify(isBatch ? served : served[0])
  const status = STATUSES[fault]
  if (fault === 'hang') return
  if (fault === 'limitsBatches' && isBatch) response.writeHead(500).end('{"message":"batch of more than 1 request"}')
  else if (fault === 'reset') response.destroy()
  else if (fault === 'cut') cut(response, body)
  else if (fault === 'oversizedGzip' || fault === 'brokenGzip') gzip(response, fault)
  else if (status) response.writeHead(status, { location: '/elsewhere' }).end('upstream says: secret-detail')
  else response.writeHead(200, { 'content-type': 'application/json' }).end(spoil(body, exchange))
}

function cut(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

function gzip(response: ServerResponse, fault: HttpFault): void {
  const bytes = fault === 'brokenGzip' ? Buffer.from('not gzip') : gzipSync(Buffer.alloc(12 * 2 ** 20, 'a'))
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bytes)
}

function spoil(body: string, { fault, isBatch, served }: Exchange): string {
  const wrongIds = served.map((envelope) => ({ ...envelope, id: envelope.id + 1000 }))
  const spoiled: Partial<Record<HttpFault | 'none', () => string>> = {
    empty: () => '',
    html: () => '<!doctype html><title>Rate limited</title>',
    truncated: () => body.slice(0, -2),
    wrongId: () => JSON.stringify(isBatch ? wrongIds : wrongIds[0]),
    missingAnswer: () => JSON.stringify(served.slice(1)),
    oversized: () => JSON.stringify({ ...served[0], result: 'a'.repeat(11 * 2 ** 20) }),
    refusesBatches: () =>
      isBatch ? JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }) : body,
  }
  return spoiled[fault]?.() ?? body
}
