import { ApiError } from '#core/ApiError.ts'

/** SQLSTATE codes that blame the server, not the statement. */
const UNAVAILABLE = /^(08...|53...|57P0.|57014|55P03|25P0[34]|25006|58030)$/
const DISK_FULL = '53100'
const RETRYABLE = new Set(['40001', '40P01'])
/** A prepared statement returns other columns since a migration, or the session does not have it. */
const PLAN_OUTDATED = new Set(['0A000', '26000'])

/** Connection failures, and a server that became read-only: system error codes, and the messages of driver errors, which have no code. */
const BROKEN_CODE = /^(E(?!RR_)[A-Z_]+|ERR_STREAM_.*|08...|57P0.|25P0[34]|25006)$/
const BROKEN_MESSAGE =
  /^(No host is |Connection terminated|timeout e|Query read timeout|Client (has|was) |Cannot use a pool)/

/** Whether the connection can no longer be used. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return code ? BROKEN_CODE.test(code) : error instanceof Error && BROKEN_MESSAGE.test(error.message)
}

/** Whether the server could not write because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL
}

/** Whether the transaction can be retried: the server rolled it back because of another one. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error) ?? '')
}

/** Whether the server gave up waiting for a lock, or undid the transaction to let another one pass. */
export function isLocked(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return codeOf(cause) === '55P03' || isRetryable(cause)
}

/** Whether a prepared statement may succeed when it is planned again. */
export function isPlanOutdated(error: unknown): boolean {
  return PLAN_OUTDATED.has(codeOf(error) ?? '')
}

/** Whether the server refused the values of a statement: out of range, or against a constraint. */
export function isBadData(error: unknown): boolean {
  return /^2[23]...$/.test(codeOf(error) ?? '')
}

/** The error for the caller: `unavailable` if the database is the cause, else the error itself. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !isUnavailable(error)) return error
  const headers = { 'retry-after': '1' }
  // Without a cause, so that a full disk or lost server is logged once by its watcher and not by every request.
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
