import { isObject } from '#core/isObject.ts'
import { ProtocolError } from './ProtocolError.ts'

export type Params = Readonly<Record<string, unknown>>
export type MessageId = string | number
export type Message =
  | { kind: 'request'; id: MessageId; method: string; params: Params }
  | { kind: 'notification'; method: string; params: Params }
  | { kind: 'response' }
  /** Not a message; answered with the id it has. */
  | { kind: 'invalid'; id: MessageId | null }

const BATCH_MAX = 50

/** Parses a body into messages; throws a `ProtocolError`. */
export function parse(bytes: Uint8Array): { messages: Message[]; isBatch: boolean } {
  const body = parseJson(bytes)
  if (!Array.isArray(body)) return { messages: [read(body)], isBatch: false }
  if (body.length === 0 || body.length > BATCH_MAX)
    throw new ProtocolError('invalidRequest', `A batch must have 1 to ${BATCH_MAX} messages.`, { status: 400 })
  return { messages: body.map(read), isBatch: true }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ProtocolError('parse', 'The body is not JSON in UTF-8. Send one JSON-RPC 2.0 message.', { status: 400 })
  }
}

function read(value: unknown): Message {
  if (!isObject(value)) return { kind: 'invalid', id: null }
  const { id, method, params = {} } = value
  const isNamed = typeof id === 'string' || Number.isInteger(id)
  const invalid: Message = { kind: 'invalid', id: isNamed ? (id as MessageId) : null }
  if (value['jsonrpc'] !== '2.0') return invalid
  if (method === undefined && (value['result'] !== undefined || value['error'] !== undefined))
    return { kind: 'response' }
  if (typeof method !== 'string' || !isObject(params)) return invalid
  if (id === undefined) return { kind: 'notification', method, params }
  if (!isNamed) return invalid
  return { kind: 'request', id: id as MessageId, method, params }
}

export function notAMessage(): ProtocolError {
  const message = 'Not a JSON-RPC 2.0 message. Send {"jsonrpc":"2.0","id":1,"method":"tools/list"}.'
  return new ProtocolError('invalidRequest', message, { status: 400 })
}
