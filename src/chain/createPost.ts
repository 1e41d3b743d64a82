import * as http from 'node:http'
import * as https from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { createSemaphore } from './createSemaphore.ts'
import { ProviderFailure } from './failures.ts'

const MAX_BYTES = 10 * 2 ** 20
const MAX_SOCKETS = 32
const MAX_WAITING = 1000
const unzip = promisify(gunzip)

export type HttpPost = {
  post(body: string, timeoutMs: number): Promise<Reply>
  close(): void
}

type Reply = { status: number; text: string; retryAfterMs: number }

/** Posts JSON over keep-alive connections. Does not follow redirects or read oversized bodies. */
export function createPost(address: string): HttpPost {
  const url = new URL(address)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  const semaphore = createSemaphore(MAX_SOCKETS, MAX_WAITING)
  return {
    post: (body, timeoutMs) => {
      const start = performance.now()
      return semaphore(timeoutMs, () => {
        const waitedMs = performance.now() - start
        const headers = headersFor(Buffer.byteLength(body))
        return exchange(request(url, { method: 'POST', agent, headers }), {
          body,
          timeoutMs: Math.max(1, timeoutMs - waitedMs),
          // If most of the time was spent waiting for a connection, the delay is ours.
          late: waitedMs < timeoutMs / 2 ? 'timeout' : 'queued',
        })
      })
    },
    close: () => agent.destroy(),
  }
}

function headersFor(bytes: number): Record<string, string | number> {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'content-length': bytes,
  }
}

type Exchange = { body: string; timeoutMs: number; late: 'timeout' | 'queued' }

function exchange(request: http.ClientRequest, { body, timeoutMs, late }: Exchange): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new ProviderFailure(late, 'no response before the timeout')), timeoutMs)
    function fail(failure: ProviderFailure): void {
      clearTimeout(timer)
      reject(failure)
      request.destroy()
    }
    request.on('error', (cause) => fail(new ProviderFailure('connection', 'the connection failed', { cause })))
    request.on('response', (response) => {
      read(response).then((answer) => {
        clearTimeout(timer)
        resolve(answer)
      }, fail)
    })
    request.end(body)
  })
}

async function read(response: http.IncomingMessage): Promise<Reply> {
  const bytes = await unpack(await collect(response), response.headers['content-encoding'])
  return {
    status: response.statusCode ?? 0,
    text: bytes.toString('utf8'),
    retryAfterMs: Number(response.headers['retry-after'] ?? 0) * 1000 || 0,
  }
}

async function collect(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_BYTES) break
    }
  } catch (cause) {
    throw new ProviderFailure('connection', 'the response was truncated', { cause })
  }
  if (size > MAX_BYTES) throw new ProviderFailure('oversized', `the response is longer than ${MAX_BYTES} bytes`)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

async function unpack(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding !== 'gzip') return bytes
  return unzip(bytes, { maxOutputLength: MAX_BYTES }).catch((cause: NodeJS.ErrnoException) => {
    const kind = cause.code === 'ERR_BUFFER_TOO_LARGE' ? 'oversized' : 'malformed'
    throw new ProviderFailure(kind, 'the compressed response is invalid', { cause })
  })
}
