import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Exchange } from './Exchange.ts'
import { encodingFor, matches } from './sendText.ts'

type Encoding = 'br' | 'gzip'

/** A body that many get: its validator and compressed forms are made once, when first wanted. */
export type Prepared = {
  identity: Uint8Array<ArrayBuffer>
  etag: string
  encoded: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>>
}

const COMPRESS_BYTES_MIN = 1024
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg)/

export function create(body: string | Uint8Array): Prepared {
  const identity = new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { identity, etag, encoded: {} }
}

/** The response for such a body: `304`, the encoding the caller takes, and HEAD are settled here. */
export async function answer(exchange: Exchange, prepared: Prepared, status = 200): Promise<Response> {
  const { headers } = exchange
  const { identity, etag } = prepared
  if (status === 200) headers['etag'] = etag
  if (status === 200 && matches(exchange.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const isWorthIt = identity.byteLength >= COMPRESS_BYTES_MIN && COMPRESSIBLE.test(headers['content-type'] ?? '')
  if (isWorthIt) headers['vary'] = [headers['vary'], 'accept-encoding'].filter(Boolean).join(', ')
  const encoding = isWorthIt ? encodingFor(exchange.header('accept-encoding')) : undefined
  if (encoding) headers['content-encoding'] = encoding
  const bytes = encoding ? await encode(prepared, encoding) : identity
  headers['content-length'] = String(bytes.byteLength)
  return new Response(exchange.isHead ? null : bytes, { status, headers })
}

function encode(prepared: Prepared, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  prepared.encoded[encoding] ??= compress(prepared.identity, encoding).then((bytes) => new Uint8Array(bytes))
  return prepared.encoded[encoding]
}

function compress(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
  return promisify(brotliCompress)(bytes, { params })
}
