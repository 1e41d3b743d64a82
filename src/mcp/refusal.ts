import { ApiError } from '#core/ApiError.ts'
import { inTools } from './inTools.ts'
import { ProtocolError } from './ProtocolError.ts'

/** Where a refusal does not say it. */
const RETRY_SECONDS = 5

/**
 * A refusal as an error of the protocol. Failures of ours stay as they are, and so does a missing key: it becomes a 401,
 * which clients answer by signing in.
 */
export function refusal(error: unknown, data?: object): unknown {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'unauthenticated') return error
  const { code, headers, status } = error
  if (code !== 'resource_exhausted') return new ProtocolError('invalidParams', inTools(error.message), { data })
  const retryAfterSeconds = Number(headers['retry-after'] ?? RETRY_SECONDS)
  return new ProtocolError('exhausted', error.message, { status, headers, data: { ...data, retryAfterSeconds } })
}
