import { createHash } from 'node:crypto'
import { ApiError } from '#core/ApiError.ts'
import { canonicalJson } from '#core/canonicalJson.ts'
import { encoderOf } from '#core/encoderOf.ts'
import type { Call, Operation, Outcome } from '#core/Operation.ts'
import type { Idempotently, Served } from '#core/ports.ts'
import { type Admission, draw, reauthenticate } from './admission.ts'
import type { Body } from './Body.ts'
import { decode } from './decode.ts'
import type { Exchange } from './Exchange.ts'
import { withOperationTimeout } from './withOperationTimeout.ts'

export type OperationResult = { status: number; body: unknown } | { status: number; encoded: Body } | Response

type Handle = (request: unknown, call: Call) => unknown
type Respond = (request: unknown, call: Call) => Promise<Response> | Response

type RunOptions = Admission & {
  idempotently: Idempotently
  stopping?: AbortSignal
  served(served: Served): void
  failed(error: unknown, requestId: string): void
}

/** Decodes the request, runs the operation and encodes its response; synchronous when the operation is. */
export function runOperation(
  exchange: Exchange,
  input: unknown,
  options: RunOptions,
): OperationResult | Promise<OperationResult> {
  const operation = exchange.operation as Operation
  const request = decode(operation.request, input)
  const call = callOf(exchange, options)
  if (operation.respond) return (operation.respond as Respond)(request, call)
  if (operation.document) return { status: 200, body: (operation.document as Handle)(request, call) }
  const key = operation.idempotent ? idempotencyKeyOf(exchange.header('idempotency-key')) : undefined
  if (key !== undefined && operation.idempotent === 'own') call.idempotencyKey = key
  else if (key !== undefined)
    return withOperationTimeout(replayable(exchange, { key, input, request, call }, options.idempotently), exchange)
  const output = (operation.handle as Handle)(request, call)
  if (!(output instanceof Promise)) return { status: operation.status, body: encode(operation, output) }
  return withOperationTimeout(output, exchange).then((value) => ({
    status: operation.status,
    body: encode(operation, value),
  }))
}

type Replay = { key: string; input: unknown; request: unknown; call: Call }

async function replayable(
  exchange: Exchange,
  { key, input, request, call }: Replay,
  idempotently: Idempotently,
): Promise<OperationResult> {
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

/** Encodes a frozen output only once: operations freeze outputs that they return repeatedly. */
function encode(operation: Operation, output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !Object.isFrozen(output))
    return encodeUncached(operation, output)
  const cache = encoded.get(operation.response) ?? new WeakMap<object, unknown>()
  encoded.set(operation.response, cache)
  const body = cache.get(output) ?? encodeUncached(operation, output)
  cache.set(output, body)
  return body
}

function encodeUncached(operation: Operation, output: unknown): unknown {
  try {
    return encoderOf(operation.response)(output)
  } catch (error) {
    throw new Error(`The response of ${operation.name} does not match its schema: ${(error as Error).message}`)
  }
}

function callOf(exchange: Exchange, options: RunOptions): Call {
  const { requestId, request, bytes } = exchange
  const { stopping } = options
  return {
    requestId,
    caller: exchange.caller as Call['caller'],
    raw: request,
    bytes,
    // Lazy, because reading `signal` turns Hono's lightweight request into a full one.
    signal: () => (stopping ? AbortSignal.any([request.signal, stopping]) : request.signal),
    reauthenticate: () => reauthenticate(exchange, options),
    take: (limitClass) => draw(exchange, options, limitClass),
    report: (outcome) => report(exchange, options, outcome),
    afterCommit: (work) => attempt(work, (error) => options.failed(error, requestId)),
  }
}

/** A committed request succeeds even when the work after its commit fails. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    failed(error)
  }
}

/** Reports a call inside the request (a tool call) under its own name instead of the request's. */
function report(exchange: Exchange, options: RunOptions, { name, cause, ...outcome }: Outcome): void {
  const { method, path } = exchange.operation as Operation
  const { caller, requestId } = exchange
  exchange.isReported = true
  if (cause !== undefined) options.failed(cause, requestId)
  options.served({ operation: { name, method, path }, caller, requestId, ...outcome })
}

function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new ApiError('invalid_argument', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
}
