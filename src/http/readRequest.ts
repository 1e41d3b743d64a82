import { isUtf8 } from 'node:buffer'
import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import type { Operation } from '#core/Operation.ts'
import type { Exchange } from './Exchange.ts'
import { parseLarge } from './parseLarge.ts'
import { readBody } from './readBody.ts'
import { readQuery } from './readQuery.ts'

const BODY_BYTES_MAX = 256 * 1024

type Input = Record<string, unknown>

type Reading = {
  params: Record<string, string>
  /** Waits for the caller's turn; bodies that arrive together are parsed and handled fairly by caller. */
  turn(): Promise<void> | undefined
}

/** Path, query and body as one plain object, the input of the operation's request schema. */
export function readRequest(exchange: Exchange, { params, turn }: Reading): Input | Promise<Input> {
  const operation = exchange.operation as Operation
  const query = readQuery(operation, exchange.request.url)
  if (operation.method === 'GET' || operation.method === 'DELETE') return { ...query, ...params }
  requirePlain(exchange.header('content-encoding'))
  const toInput = (bytes: Uint8Array): Input | Promise<Input> => {
    const contentType = exchange.header('content-type')
    if (operation.body !== 'raw')
      return andThen(parseBody(bytes, contentType), (fields) => Object.assign(fields, params))
    exchange.bytes = bytes
    return { ...query, ...params }
  }
  return andThen(readBody(exchange, operation.maxBodyBytes ?? BODY_BYTES_MAX), (bytes) =>
    andThen(turn(), () => toInput(bytes)),
  )
}

function parseBody(bytes: Uint8Array, contentType: string | undefined): Input | Promise<Input> {
  if (bytes.length > BODY_BYTES_MAX) return parseLongTexts(bytes, contentType)
  const text = decodeText(bytes)
  if (text === '') return {}
  requireJson(contentType)
  try {
    return requireObject(JSON.parse(text))
  } catch (error) {
    return refuse(error)
  }
}

async function parseLongTexts(bytes: Uint8Array, contentType: string | undefined): Promise<Input> {
  requireJson(contentType)
  if (!isUtf8(bytes)) throw notUtf8()
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const hasMark = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const value = await parseLarge(hasMark ? body.subarray(BYTE_ORDER_MARK.length) : body, BODY_BYTES_MAX).catch(refuse)
  if (value !== undefined) return requireObject(value)
  const message = `The body has more than ${BODY_BYTES_MAX} bytes besides the texts of its fields. Send a smaller one.`
  throw new ApiError('invalid_argument', message, { status: 413 })
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

function requireObject(value: unknown): Input {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_argument', 'The body must be a JSON object.')
  return value as Input
}

function refuse(error: unknown): never {
  if (error instanceof ApiError) throw error
  throw new ApiError('invalid_argument', 'The body is not valid JSON. Send one JSON object in UTF-8.')
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json') return
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return
  throw new ApiError('invalid_argument', 'Send the body with "Content-Type: application/json".', { status: 415 })
}

function requirePlain(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return
  throw new ApiError('invalid_argument', 'Send the body uncompressed, without Content-Encoding.', { status: 415 })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Invalid UTF-8 is refused instead of being replaced by U+FFFD. */
function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw notUtf8()
  }
}

function notUtf8(): ApiError {
  return new ApiError('invalid_argument', 'The body is not valid UTF-8. Send one JSON object in UTF-8.')
}
