import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Exchange } from './Exchange.ts'

const COMPRESS_BYTES_MIN = 1024

type Outgoing = {
  status: number
  text: string | null
  /** Whether the answer gets an ETag and may be a `304`. */
  validate: boolean
}

/** The response for a text body: validator, `304`, compression and HEAD are settled here. */
export function answer(exchange: Exchange, outgoing: Outgoing): Response | Promise<Response> {
  const { status, text, validate } = outgoing
  const { headers } = exchange
  if (text === null) return new Response(null, { status, headers })
  const isLong = text.length >= COMPRESS_BYTES_MIN
  if (isLong) headers['vary'] = [headers['vary'], 'accept-encoding'].filter(Boolean).join(', ')
  if (validate && status === 200) {
    headers['etag'] = etagOf(text)
    if (matches(exchange.header('if-none-match'), headers['etag'])) return new Response(null, { status: 304, headers })
  }
  const encoding = isLong ? encodingFor(exchange.header('accept-encoding')) : undefined
  if (encoding) return compressed(exchange, outgoing, encoding)
  if (!exchange.isHead) return new Response(text, { status, headers })
  return new Response(null, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) } })
}

async function compressed(exchange: Exchange, outgoing: Outgoing, encoding: 'br' | 'gzip'): Promise<Response> {
  const { status, text } = outgoing
  const { headers } = exchange
  const bytes = encoding === 'br' ? await brotli(text ?? '') : await promisify(gzip)(text ?? '')
  headers['content-encoding'] = encoding
  headers['content-length'] = String(bytes.byteLength)
  return new Response(exchange.isHead ? null : new Uint8Array(bytes), { status, headers })
}

function brotli(text: string): Promise<Buffer> {
  return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

export function encodingFor(accept: string | undefined): 'br' | 'gzip' | undefined {
  if (accept === undefined) return undefined
  const offered = accept.split(',').map((part) => part.trim().split(';'))
  const names = offered.filter(([, ...settings]) => !settings.some(isZero)).map(([name]) => name?.toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : undefined
}

/** `q=0`, however many zeros it is written with: the caller does not want it. */
function isZero(setting: string): boolean {
  return /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(setting)
}

function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/** `If-None-Match` compares weakly: what is between the quotes decides, and not the `W/` before it. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
