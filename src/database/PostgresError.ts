import { ApiError } from '#core/ApiError.ts'

/** SQLSTATE classes and codes that say the server, not the statement, is the trouble. */
const UNAVAILABLE = /^(08...|53...|57P0.|57014|55P03|25P0[34]|25006|58030)$/
const DISK_FULL = '53100'
const RETRYABLE = new Set(['40001', '40P01'])

/** Failures of the connection itself: the system's codes, and the driver's errors, which have none. */
const BROKEN_CODE = /^(E(?!RR_)[A-Z_]+|ERR_STREAM_.*|08...|57P0.|25P0[34])$/
const BROKEN_MESSAGE = /^(Connection terminated|timeout e|Query read timeout|Client (has|was) |Cannot use a pool)/

/** Whether the connection is of no further use. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return code ? BROKEN_CODE.test(code) : error instanceof Error && BROKEN_MESSAGE.test(error.message)
}

/** Whether the server could not write for want of room. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL
}

/** Whether the whole transaction may simply be run again: the server undid it because of another one. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error) ?? '')
}

/** The error a caller should see: `unavailable` where the database was the cause, the error itself otherwise. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !isUnavailable(error)) return error
  const headers = { 'retry-after': '1' }
  // A full disk and a server that is away are told once, by whoever watches them, and not by each who asks meanwhile.
  if (isDiskFull(error))
    return new ApiError('unavailable', 'The database has no room left to write. Try again in a moment.', { headers })
  const cause = isConnectionLost(error) ? undefined : error
  return new ApiError('unavailable', 'The database did not answer in time. Try again in a moment.', { headers, cause })
}

function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || UNAVAILABLE.test(codeOf(error) ?? '')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
