import { ApiError } from '#core/ApiError.ts'
import { inTools } from './inTools.ts'
import { ProtocolError } from './ProtocolError.ts'

/** The default, if a refusal does not set it. */
const RETRY_SECONDS = 5

/**
 * A refusal as an error of the protocol. Our own failures are unchanged, and so is a missing key: it becomes a 401, to
 * which clients respond by signing in.
 */
export function refusal(error: unknown, data?: object): unknown {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'unauthenticated') return error
  const { code, headers, status } = error
  if (code !== 'resource_exhausted') return new ProtocolError('invalidParams', inTools(error.message), { data })
  const retryAfterSeconds = Number(headers['retry-after'] ?? RETRY_SECONDS)
  return new ProtocolError('exhausted', error.message, { status, headers, data: { ...data, retryAfterSeconds } })
}
