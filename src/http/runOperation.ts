import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { canonicalJson } from '#core/canonicalJson.ts'
import type { Idempotently, Served } from '#core/Door.ts'
import type { Call, Operation, Outcome } from '#core/Operation.ts'
import { type Admission, draw, reauthenticate } from './admission.ts'
import { decode } from './decode.ts'
import type { Exchange } from './Exchange.ts'
import { inTime } from './withTimeout.ts'

export type Performed = { status: number; body: unknown } | Response

type Handle = (request: unknown, call: Call) => unknown
type Respond = (request: unknown, call: Call) => Promise<Response> | Response

type Means = Admission & {
  idempotently: Idempotently
  stopping?: AbortSignal
  served(served: Served): void
  failed(error: unknown, requestId: string): void
}

/** Decodes the request, runs the operation and encodes its answer; stays synchronous where the operation does. */
export function perform(exchange: Exchange, input: unknown, means: Means): Performed | Promise<Performed> {
  const operation = exchange.operation as Operation
  const request = decode(operation.request, input)
  const call = callOf(exchange, means)
  if (operation.respond) return (operation.respond as Respond)(request, call)
  if (operation.document) return { status: 200, body: (operation.document as Handle)(request, call) }
  const key = operation.idempotent ? idempotencyKeyOf(exchange.header('idempotency-key')) : undefined
  if (key !== undefined && operation.idempotent === 'own') call.idempotencyKey = key
  else if (key !== undefined)
    return inTime(replayable(exchange, { key, input, request, call }, means.idempotently), exchange)
  const output = (operation.handle as Handle)(request, call)
  if (!(output instanceof Promise)) return { status: operation.status, body: encode(operation, output) }
  return inTime(output, exchange).then((value) => ({ status: operation.status, body: encode(operation, value) }))
}

type Replay = { key: string; input: unknown; request: unknown; call: Call }

async function replayable(
  exchange: Exchange,
  { key, input, request, call }: Replay,
  idempotently: Idempotently,
): Promise<Performed> {
  const operation = exchange.operation as Operation
  const fingerprint = createHash('sha256').update(canonicalJson(input)).digest('base64url')
  const redact = typeof operation.idempotent === 'object' ? operation.idempotent.redact : undefined
  let fresh: unknown
  let committed: (() => void)[] = []
  const answer = await idempotently(
    { operation: operation.name, caller: call.caller, key, fingerprint },
    async (transaction) => {
      // A transaction that the server rolled back is run again, and only its last run counts.
      committed = []
      const afterCommit = (work: () => void) => void committed.push(work)
      fresh = encode(operation, await (operation.handle as Handle)(request, { ...call, transaction, afterCommit }))
      return { status: operation.status, body: redact ? redact(fresh as never) : fresh }
    },
  )
  for (const work of committed) call.afterCommit(work)
  if (answer.replayed) exchange.headers['idempotency-replayed'] = 'true'
  return { status: answer.status, body: answer.replayed ? answer.body : fresh }
}

const encoded = new WeakMap<Operation['response'], WeakMap<object, unknown>>()

/** What an operation froze, because it gives it again and again, is encoded once. */
function encode(operation: Operation, output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !Object.isFrozen(output)) return encodeAnew(operation, output)
  const known = encoded.get(operation.response) ?? new WeakMap<object, unknown>()
  encoded.set(operation.response, known)
  const body = known.get(output) ?? encodeAnew(operation, output)
  known.set(output, body)
  return body
}

/** A response that its own schema refuses is our fault, never the caller's. */
function encodeAnew(operation: Operation, output: unknown): unknown {
  const result = z.safeEncode(operation.response, output)
  if (result.success) return result.data
  throw new Error(`${operation.name} answered what its schema refuses: ${result.error.message}`)
}

function callOf(exchange: Exchange, door: Means): Call {
  const { requestId, request, bytes } = exchange
  const { stopping } = door
  return {
    requestId,
    caller: exchange.caller as Call['caller'],
    raw: request,
    bytes,
    // Asking a lightweight request for its signal makes it a full one, so it is asked only when used.
    signal: () => (stopping ? AbortSignal.any([request.signal, stopping]) : request.signal),
    reauthenticate: () => reauthenticate(exchange, door),
    take: (limitClass) => draw(exchange, door, limitClass),
    report: (outcome) => report(exchange, door, outcome),
    afterCommit: (work) => attempt(work, (error) => door.failed(error, requestId)),
  }
}

/** What was committed is acknowledged, even when the work after it fails. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    failed(error)
  }
}

/** A call inside the request is told of in its place: under its own name, at the path it came to. */
function report(exchange: Exchange, door: Means, { name, cause, ...outcome }: Outcome): void {
  const { method, path } = exchange.operation as Operation
  const { caller, requestId } = exchange
  exchange.isReported = true
  if (cause !== undefined) door.failed(cause, requestId)
  door.served({ operation: { name, method, path }, caller, requestId, ...outcome })
}

function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new ApiError('invalid_argument', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
}
