import { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'

const BODY_BYTES_MAX = 256 * 1024

/** Path, query and body as one plain object, the way every operation's request schema sees it. */
export function readRequest(
  operation: Operation,
  request: Request,
  params: Record<string, string>,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  if (operation.method === 'GET' || operation.method === 'DELETE') return { ...readQuery(request.url), ...params }
  return readBody(operation, request).then((body) => ({ ...body, ...params }))
}

function readQuery(url: string): Record<string, unknown> {
  const at = url.indexOf('?')
  if (at === -1) return {}
  const query: Record<string, unknown> = Object.create(null)
  const search = new URLSearchParams(url.slice(at))
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    query[name] = values.length === 1 ? values[0] : values
  }
  return query
}

async function readBody(operation: Operation, request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request, operation.maxBodyBytes ?? BODY_BYTES_MAX)
  if (text === '') return {}
  requireJson(request.headers.get('content-type'))
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_argument', 'The body must be a JSON object.')
  return value as Record<string, unknown>
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_argument', 'The body is not valid JSON. Send one JSON object in UTF-8.')
  }
}

function requireJson(contentType: string | null): void {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return
  throw new ApiError('invalid_argument', 'Send the body with "Content-Type: application/json".', { status: 415 })
}

async function readText(request: Request, bytesMax: number): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > bytesMax) throw tooLarge(bytesMax)
    return request.text()
  }
  return request.headers.has('transfer-encoding') || request.body ? readStream(request, bytesMax) : ''
}

async function readStream(request: Request, bytesMax: number): Promise<string> {
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > bytesMax) throw tooLarge(bytesMax)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('invalid_argument', `The body is larger than ${bytesMax} bytes. Send a smaller one.`, {
    status: 413,
    headers: { connection: 'close' },
  })
}
