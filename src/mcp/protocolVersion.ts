import { isObject } from '#core/isObject.ts'
import type { Message, Params } from './Message.ts'
import { ProtocolError } from './ProtocolError.ts'

/** `modern`: the stateless revision, in which every request names its revision. `legacy`: all before it. */
export type Generation = 'modern' | 'legacy'

export const MODERN = '2026-07-28'
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const VERSIONS: readonly string[] = [MODERN, ...LEGACY]
const BATCHED: readonly string[] = ['2025-03-26', '2024-11-05']

const META = 'io.modelcontextprotocol/'
const VERSION_KEY = `${META}protocolVersion`
export const CAPABILITIES_KEY = `${META}clientCapabilities`

/** The newest revision repeats these in headers, so that proxies can route without reading bodies. */
export type ProtocolHeaders = { version?: string | undefined; method?: string | undefined; name?: string | undefined }

export function headersOf(headers: Headers): ProtocolHeaders {
  const read = (name: string) => headers.get(name)?.trim()
  return { version: read('mcp-protocol-version'), method: read('mcp-method'), name: read('mcp-name') }
}

type Incoming = Extract<Message, { kind: 'request' | 'notification' }>

/** The generation of a message; throws when its headers and its body disagree. */
export function generationOf(message: Incoming, headers: ProtocolHeaders): Generation {
  const { method, params } = message
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  const isNew = headers.version !== undefined && headers.version >= MODERN
  if (VERSION_KEY in meta) return claimed(message, meta, headers)
  if (!isNew) return legacy(headers)
  if (message.kind === 'notification') return 'modern'
  if (method === 'initialize')
    throw mismatch('initialize belongs to earlier revisions; omit it, or send an earlier MCP-Protocol-Version')
  const missing = [VERSION_KEY, CAPABILITIES_KEY].filter((key) => !(key in meta))
  throw invalidEnvelope(`${missing.join(' and ')} must be in params._meta`, { missing })
}

/** Refuses a batch in a revision without batches. */
export function requireBatches({ version }: ProtocolHeaders, messages: readonly Message[]): void {
  const isClaimed = messages.some((one) => 'params' in one && VERSION_KEY in metaOf(one.params))
  if (!isClaimed && (version === undefined || BATCHED.includes(version))) return
  throw new ProtocolError(
    'invalidRequest',
    'This revision of the protocol does not support batches. Send one message per request.',
    {
      status: 400,
    },
  )
}

function metaOf(params: Params): Record<string, unknown> {
  return isObject(params['_meta']) ? params['_meta'] : {}
}

function legacy({ version }: ProtocolHeaders): Generation {
  if (version === undefined || VERSIONS.includes(version) || version === '2024-10-07') return 'legacy'
  throw unsupported(version, VERSIONS)
}

function claimed(message: Incoming, meta: Record<string, unknown>, headers: ProtocolHeaders): Generation {
  const version = meta[VERSION_KEY]
  if (typeof version !== 'string') throw invalidEnvelope(`${VERSION_KEY} must be a string`, { key: VERSION_KEY })
  if (message.kind === 'request' && !isObject(meta[CAPABILITIES_KEY]))
    throw invalidEnvelope(`${CAPABILITIES_KEY} must be an object`, { key: CAPABILITIES_KEY })
  if (headers.version !== undefined && headers.version !== version)
    throw mismatch(`the body names revision ${version}, the MCP-Protocol-Version header ${headers.version}`)
  if (headers.method !== undefined && headers.method !== message.method)
    throw mismatch(`the body names method ${message.method}, the Mcp-Method header ${headers.method}`)
  if (version !== MODERN) throw unsupported(version, [MODERN])
  if (message.kind === 'request') requireHeaders(message, headers)
  return 'modern'
}

const NAME_IN: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

function requireHeaders({ method, params }: Incoming, headers: ProtocolHeaders): void {
  if (headers.version === undefined) throw mismatch('the MCP-Protocol-Version header is missing')
  if (headers.method === undefined) throw mismatch('the Mcp-Method header is missing')
  const field = Object.hasOwn(NAME_IN, method) ? NAME_IN[method] : undefined
  const name = field === undefined ? undefined : params[field]
  if (typeof name !== 'string') return
  if (headers.name === undefined) throw mismatch(`the Mcp-Name header is missing; send params.${field} in it`)
  if (decodeHeader(headers.name) !== name)
    throw mismatch(`the body names ${JSON.stringify(name)}, but the Mcp-Name header differs`)
}

/** Decodes `=?base64?…?=`, the form of a value that is not valid in a header. */
export function decodeHeader(text: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1]
  if (encoded === undefined) return text
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)
    ? Buffer.from(encoded, 'base64').toString()
    : undefined
}

function mismatch(problem: string): ProtocolError {
  return new ProtocolError('headerMismatch', `Headers and body disagree: ${problem}.`, { status: 400 })
}

function invalidEnvelope(problem: string, envelope: object): ProtocolError {
  return new ProtocolError('invalidParams', `In revision ${MODERN}, ${problem}.`, { status: 400, data: { envelope } })
}

function unsupported(requested: string, supported: readonly string[]): ProtocolError {
  const message = `Revision ${requested.slice(0, 40)} is not supported.`
  return new ProtocolError('unsupportedVersion', message, { status: 400, data: { supported, requested } })
}
