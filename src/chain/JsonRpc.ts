import type { Hex } from 'viem'
import { CallReverted, isRangeMessage, NodeError, ProviderFailure } from './failures.ts'

export type Request = { method: string; params: readonly unknown[] }
export type Answer = { result: unknown } | { error: unknown }

type Envelope = { id?: unknown; result?: unknown; error?: unknown }

const EVM_WORDS =
  /revert|out of gas|invalid (opcode|jump)|stack (under|over)flow|insufficient (funds|balance)|gas required exceeds|VM Exception|intrinsic gas|max code size|initcode/i
const BUSY_WORDS =
  /rate.?limit|too many requests|(request|compute|capacity|quota|credits?)[^.]*exceeded|exceeded[^.]*(quota|capacity)|overloaded/i

/** The body of one exchange: a single request, or a batch; ids count up from `firstId`. */
export function encode(requests: readonly Request[], firstId: number): string {
  const envelopes = requests.map(({ method, params }, index) => ({
    jsonrpc: '2.0',
    id: firstId + index,
    method,
    params,
  }))
  return JSON.stringify(envelopes.length === 1 ? envelopes[0] : envelopes)
}

/** The answers in the order of the requests; requires exactly one answer per id. */
export function decode(text: string, count: number, firstId: number): Answer[] {
  const body = parse(text)
  if (count > 1 && !Array.isArray(body)) throw new ProviderFailure('unbatched', 'a batch got a single response')
  const envelopes: unknown[] = Array.isArray(body) ? body : [body]
  if (envelopes.length !== count) throw malformed('the number of responses differs from the number of requests')
  const byId = new Map(envelopes.map((envelope) => [(envelope as Envelope | null)?.id, envelope as Envelope]))
  return Array.from({ length: count }, (_, index) => toAnswer(byId.get(firstId + index)))
}

/** The result; throws `CallReverted`, `ProviderFailure` or `NodeError` for an error. */
export function unwrap(answer: Answer): unknown {
  if ('result' in answer) return answer.result
  throw toFailure(answer.error)
}

/** As `unwrap`, for methods whose result is hex. */
export function unwrapHex(answer: Answer): Hex {
  const result = unwrap(answer)
  if (typeof result === 'string' && /^0x[0-9a-fA-F]*$/.test(result)) return result as Hex
  throw malformed('the result is not hexadecimal')
}

/** As `unwrap`, for methods whose result is a quantity. */
export function unwrapQuantity(answer: Answer): bigint {
  const hex = unwrapHex(answer)
  return hex === '0x' ? 0n : BigInt(hex)
}

/** A number in JSON-RPC form. */
export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

export function malformed(message: string, cause?: unknown): ProviderFailure {
  return new ProviderFailure('malformed', message, { cause })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed('the response is not JSON', cause)
  }
}

function toAnswer(envelope: Envelope | undefined): Answer {
  if (!envelope) throw malformed('a response has an unknown id')
  if (envelope.error !== undefined && envelope.error !== null) return { error: envelope.error }
  if (envelope.result === undefined) throw malformed('a response has neither result nor error')
  return { result: envelope.result }
}

function toFailure(raw: unknown): CallReverted | ProviderFailure | NodeError {
  const error = (raw ?? {}) as { code?: unknown; message?: unknown; data?: unknown }
  const code = typeof error.code === 'number' ? error.code : 0
  const message = typeof error.message === 'string' ? error.message : 'no message'
  const data = revertData(error.data)
  if (code === 3 || data !== undefined || EVM_WORDS.test(message)) return new CallReverted(data ?? '0x', message)
  if (isRangeMessage(message)) return new NodeError(code, message)
  if (code === 429 || code === -32029 || BUSY_WORDS.test(message)) return new ProviderFailure('limited', message)
  return new NodeError(code, message)
}

// Nodes return it directly, one level down, or after the word "Reverted".
function revertData(value: unknown): Hex | undefined {
  if (typeof value === 'object' && value !== null) return revertData((value as { data?: unknown }).data)
  if (typeof value !== 'string') return undefined
  return /^(?:Reverted )?(0x(?:[0-9a-fA-F]{2})*)$/.exec(value)?.[1] as Hex | undefined
}
