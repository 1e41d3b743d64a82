import { type ClientHttp2Session, connect } from 'node:http2'
import { Socket } from 'node:net'

/** An error of the service, or one of a model in the form of its provider. */
type Problem = {
  code?: string
  message?: string
  error?: { message?: string }
  details?: readonly { type: string; value: string }[]
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  readonly code: string
  readonly details: readonly { type: string; value: string }[]

  constructor(status: number, body: Problem) {
    super(body.message ?? body.error?.message ?? `The service answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.details = body.details ?? []
  }
}

type Method = 'GET' | 'POST'

const CHANNEL_DESCRIPTOR = 3
let session: ClientHttp2Session | undefined

/** Calls the service as this box, over the descriptor it was started with; calls may run concurrently. */
export async function call<Answer = unknown>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const { status, text } = await exchange({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const answer = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  if (status >= 200 && status < 300) return answer as Answer
  throw new ServiceError(status, typeof answer === 'string' ? { message: answer } : answer)
}

type Outgoing = { method: Method; path: string; body?: string }

function exchange({ method, path, body }: Outgoing): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  session ??= open()
  const stream = session.request({
    ':method': method,
    ':path': path,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  })
  let status = 0
  const parts: Buffer[] = []
  stream.on('response', (headers) => {
    status = Number(headers[':status'])
  })
  stream.on('data', (part: Buffer) => parts.push(part))
  stream.on('end', () => resolve({ status, text: Buffer.concat(parts).toString() }))
  stream.on('error', reject)
  stream.end(body)
  return promise
}

/** The connection does not keep the process alive: an agent ends when standard input closes. */
function open(): ClientHttp2Session {
  const opened = connect('http://slipway', { createConnection: () => new Socket({ fd: CHANNEL_DESCRIPTOR }) })
  opened.on('error', () => {})
  opened.unref()
  return opened
}
