import { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'
import type { Exchange } from './Exchange.ts'
import { readQuery } from './readQuery.ts'

const BODY_BYTES_MAX = 256 * 1024
const NO_BYTES = Buffer.alloc(0)

type Input = Record<string, unknown>

/** Path, query and body as one plain object, the way every operation's request schema sees it. */
export function readRequest(exchange: Exchange, params: Record<string, string>): Input | Promise<Input> {
  const operation = exchange.operation as Operation
  const query = readQuery(operation, exchange.request.url)
  if (operation.method === 'GET' || operation.method === 'DELETE') return { ...query, ...params }
  requirePlain(exchange.header('content-encoding'))
  if (operation.body === 'raw') return readRaw(exchange, { ...query, ...params })
  const text = readText(exchange, operation.maxBodyBytes ?? BODY_BYTES_MAX)
  return text.then((body) => Object.assign(parseBody(body, exchange.header('content-type')), params), cutOff)
}

/** The bytes as they came; what the protocol makes of them is the operation's own business. */
async function readRaw(exchange: Exchange, named: Input): Promise<Input> {
  const { operation, request, header } = exchange
  const bytesMax = operation?.maxBodyBytes ?? BODY_BYTES_MAX
  const declared = header('content-length')
  if (Number(declared ?? 0) > bytesMax) throw tooLarge(bytesMax)
  const whole = declared === undefined ? readBytes(request, bytesMax) : readWhole(exchange)
  exchange.bytes = await whole.catch(cutOff)
  return named
}

function parseBody(text: string, contentType: string | undefined): Input {
  if (text === '') return {}
  requireJson(contentType)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_argument', 'The body must be a JSON object.')
  return value as Input
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_argument', 'The body is not valid JSON. Send one JSON object in UTF-8.')
  }
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json') return
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return
  throw new ApiError('invalid_argument', 'Send the body with "Content-Type: application/json".', { status: 415 })
}

function requirePlain(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return
  throw new ApiError('invalid_argument', 'Send the body as it is, without Content-Encoding.', { status: 415 })
}

/** With a length that Node holds the sender to, the body is read in one go; without one it is counted as it comes. */
function readText(exchange: Exchange, bytesMax: number): Promise<string> {
  const declared = exchange.header('content-length')
  if (declared === undefined) return readStream(exchange.request, bytesMax)
  if (Number(declared) > bytesMax) throw tooLarge(bytesMax)
  return readWhole(exchange).then(decodeText)
}

/** The body as Node hands it over: `arrayBuffer` copies it first, which costs a request more than to read it. */
function readWhole({ request, incoming }: Exchange): Promise<Uint8Array> {
  if (!incoming || incoming.destroyed || incoming.readableDidRead) return request.arrayBuffer().then(Buffer.from)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Uint8Array[] = []
  incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
  incoming.on('error', reject)
  incoming.on(
    'close',
    () => incoming.readableEnded || reject(new Error('The connection closed before the body ended.')),
  )
  return promise
}

async function readStream(request: Request, bytesMax: number): Promise<string> {
  return decodeText(await readBytes(request, bytesMax))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes that are no text are refused, not replaced by question marks. */
function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('invalid_argument', 'The body is not valid UTF-8. Send one JSON object in UTF-8.')
  }
}

async function readBytes(request: Request, bytesMax: number): Promise<Buffer> {
  if (!request.body) return NO_BYTES
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > bytesMax) throw tooLarge(bytesMax)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A caller who hangs up half-way has made no failure of ours. */
function cutOff(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  throw new ApiError('invalid_argument', 'The body did not arrive whole. Send it again.', { cause })
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('invalid_argument', `The body is larger than ${bytesMax} bytes. Send a smaller one.`, {
    status: 413,
    headers: { connection: 'close' },
  })
}
