import type { Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'

/** Why a provider gave no usable answer. */
export type FailureKind =
  | 'timeout'
  /** Not sent in time: all connections were in use. */
  | 'queued'
  | 'connection'
  | 'status'
  | 'limited'
  | 'oversized'
  | 'malformed'
  | 'unbatched'
  | 'wrongChain'
  | 'inconsistent'
  /** A gas price or block age that an honest provider would not report. */
  | 'implausible'

/** The provider is faulty or unreachable; another one may serve the operation. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: FailureKind
  readonly retryAfterMs: number

  constructor(
    kind: FailureKind,
    message: string,
    { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** An error returned by the node: unknown method, pruned state, range too wide. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The call ran and reverted. `data` is the revert data, `0x` if there is none. */
export class CallReverted extends Error {
  override readonly name = 'CallReverted'
  readonly data: Hex

  constructor(data: Hex, message: string) {
    super(message)
    this.data = data
  }
}

/** The error for callers when no provider served an operation; the providers' messages stay in `cause`. */
export function unavailable(chainId: number, cause: unknown): ApiError {
  return new ApiError('unavailable', `Chain ${chainId} cannot be read at the moment. Send the request again shortly.`, {
    details: [
      { type: 'chainId', value: String(chainId) },
      { type: 'setting', value: `RPC_URL_${chainId}` },
    ],
    headers: { 'retry-after': '1' },
    cause,
  })
}

/** Two providers gave different answers for the same block: at least one of them is wrong. */
export function disagreement(chainId: number): ApiError {
  return new ApiError(
    'unavailable',
    `Two RPC providers of chain ${chainId} disagree about its state. Send the request again shortly.`,
    {
      details: [
        { type: 'chainId', value: String(chainId) },
        { type: 'reason', value: 'PROVIDERS_DISAGREE' },
      ],
      headers: { 'retry-after': '1' },
    },
  )
}

const RANGE_WORDS =
  /range|too many (blocks|results|logs)|more than \d+ (results|logs)|limit(ed)? to|max(imum)? results|response size|query timeout/i

/** Whether a log query failed because its range is too wide, so that half of it may succeed. */
export function isRangeLimit(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isRangeLimit)
  if (error instanceof ApiError) return isRangeLimit(error.cause)
  if (error instanceof ProviderFailure) return error.kind === 'oversized'
  return error instanceof NodeError && isRangeMessage(error.message)
}

/** Whether a provider did not answer in time. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof ApiError) return isTimeout(error.cause)
  if (error instanceof AggregateError) return error.errors.some(isTimeout)
  return error instanceof ProviderFailure && error.kind === 'timeout'
}

export function isRangeMessage(message: string): boolean {
  return RANGE_WORDS.test(message)
}
