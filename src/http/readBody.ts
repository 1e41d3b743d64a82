import { ApiError } from '#core/ApiError.ts'
import type { Exchange } from './Exchange.ts'

const NO_BYTES = new Uint8Array()

/** The whole body. Node enforces a declared length; a body without one is counted as it arrives. */
export function readBody(exchange: Exchange, bytesMax: number): Uint8Array | Promise<Uint8Array> {
  const declared = exchange.header('content-length')
  if (declared === undefined) return readCounted(exchange.request, bytesMax).catch(cutOff)
  const length = Number(declared)
  if (length > bytesMax) throw tooLarge(bytesMax)
  return readArrived(exchange, length) ?? readRest(exchange).catch(cutOff)
}

/** Reads a body that has already arrived, as most have, synchronously. */
function readArrived({ incoming }: Exchange, length: number): Uint8Array | undefined {
  if (length === 0) return NO_BYTES
  if (!incoming?.complete || incoming.readableLength !== length) return undefined
  return incoming.read() ?? undefined
}

/** Reads Node's stream directly, because `arrayBuffer` copies the body first. */
function readRest({ request, incoming }: Exchange): Promise<Uint8Array> {
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

async function readCounted(request: Request, bytesMax: number): Promise<Uint8Array> {
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

/** A caller that hangs up half-way is not a failure of the service. */
function cutOff(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  throw new ApiError('invalid_argument', 'The body did not arrive completely. Send it again.', { cause })
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('invalid_argument', `The body is larger than ${bytesMax} bytes. Send a smaller one.`, {
    status: 413,
    headers: { connection: 'close' },
  })
}
