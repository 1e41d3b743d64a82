import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createTurns } from '#core/createTurns.ts'
import { withBuffer } from '#core/withBuffer.ts'
import type { Exchange } from './Exchange.ts'

type Encoding = 'br' | 'gzip'
type Bytes = Uint8Array<ArrayBuffer>

/** A response body with its validator and its compressed forms. */
export type Body = {
  content: string | Bytes
  /** The approximate length of the content. */
  length: number
  /** Without one the response carries no ETag and is never a `304`. */
  etag: string | undefined
  compress(encoding: Encoding): Promise<Bytes>
}

const COMPRESS_BYTES_MIN = 1024
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg)/
/** Half the time of the usual levels, for about a twentieth more bytes. */
const FAST = { br: 1, gzip: 3 }
const SMALL = { br: 9, gzip: 9 }

/** The body of one response, compressed fast. */
export function once(text: string, { validate }: { validate: boolean }): Body {
  return {
    content: text,
    length: text.length,
    etag: validate ? etagOf(text) : undefined,
    compress: (encoding) => fairly(text, (bytes) => compress(bytes, encoding, FAST)),
  }
}

/** The body of one response in parts, which are joined as bytes, and without one more copy when they are compressed. */
export function ofParts(parts: readonly string[]): Body {
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  return {
    get content() {
      return fill(Buffer.allocUnsafeSlow(size), parts)
    },
    length: size,
    etag: undefined,
    compress: (encoding) => inTurn(() => withBuffer(size, (buffer) => compress(fill(buffer, parts), encoding, FAST))),
  }
}

function fill(buffer: Buffer, parts: readonly string[]): Bytes {
  let end = 0
  for (const part of parts) end += buffer.write(part, end)
  return buffer.subarray(0, end) as Bytes
}

const LARGE = 64 * 1024
const inTurn = createTurns()

/** Several large bodies at once would take every processor from the requests of others. */
function fairly(text: string, work: (bytes: Buffer) => Promise<Bytes>): Promise<Bytes> {
  if (text.length < LARGE) return work(Buffer.from(text))
  return inTurn(() => withBuffer(Buffer.byteLength(text), (buffer) => work(buffer.subarray(0, buffer.write(text)))))
}

/** The body of many responses, compressed well and once per encoding. */
export function cached(body: string | Uint8Array): Body {
  const content = new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body)
  const compressed: Partial<Record<Encoding, Promise<Bytes>>> = {}
  return {
    content,
    length: content.length,
    etag: etagOf(content),
    compress: (encoding) => (compressed[encoding] ??= compress(content, encoding, SMALL)),
  }
}

/** The body of a few responses, compressed fast and once per encoding. It holds no more memory than its bytes. */
export function kept(text: string): Body {
  const content = new Uint8Array(Buffer.from(text))
  const compressed: Partial<Record<Encoding, Promise<Bytes>>> = {}
  const pack = (encoding: Encoding) => () => compress(content, encoding, FAST)
  // Node returns a slice of a far larger buffer, which would stay in memory with it.
  const own = async (encoding: Encoding) =>
    new Uint8Array(await (content.length < LARGE ? pack(encoding)() : inTurn(pack(encoding))))
  return {
    content,
    length: content.length,
    etag: etagOf(content),
    compress: (encoding) => (compressed[encoding] ??= own(encoding)),
  }
}

const TEXTS_MAX = 100

/** Cached bodies by text; starts over once it holds a hundred. */
export function createCache(): (text: string) => Body {
  const bodies = new Map<string, Body>()
  return (text) => {
    const body = bodies.get(text) ?? cached(text)
    if (bodies.size >= TEXTS_MAX) bodies.clear()
    bodies.set(text, body)
    return body
  }
}

/** Answers with the body: decides `304`, the encoding and HEAD. */
export function send(exchange: Exchange, body: Body, status = 200): Response | Promise<Response> {
  const { headers } = exchange
  const { length, etag } = body
  const canCompress = length >= COMPRESS_BYTES_MIN && COMPRESSIBLE.test(headers['content-type'] ?? '')
  if (canCompress) headers['vary'] = [headers['vary'], 'accept-encoding'].filter(Boolean).join(', ')
  if (status === 200 && etag !== undefined) {
    headers['etag'] = etag
    if (matches(exchange.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  }
  const encoding = canCompress ? encodingFor(exchange.header('accept-encoding')) : undefined
  if (!encoding) return respond(exchange, body.content, status)
  headers['content-encoding'] = encoding
  return body.compress(encoding).then((bytes) => respond(exchange, bytes, status))
}

function respond({ headers, isHead }: Exchange, content: string | Bytes, status: number): Response {
  if (isHead || typeof content !== 'string') headers['content-length'] = String(Buffer.byteLength(content))
  return new Response(isHead ? null : content, { status, headers })
}

async function compress(bytes: Uint8Array, encoding: Encoding, quality: Record<Encoding, number>): Promise<Bytes> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: quality.gzip })
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
  return promisify(brotliCompress)(bytes, { params })
}

function encodingFor(accept: string | undefined): Encoding | undefined {
  if (accept === undefined) return undefined
  const offered = accept.split(',').map((part) => part.trim().split(';'))
  const names = offered.filter(([, ...settings]) => !settings.some(isZero)).map(([name]) => name?.toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : undefined
}

/** `q=0`, also written `q=0.000`, refuses an encoding. */
function isZero(setting: string): boolean {
  return /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(setting)
}

function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** `If-None-Match` compares weakly: a `W/` prefix makes no difference. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
