import { ExecuteError } from '../../sdk/src/execute/ExecuteError.ts'
import { SlipwayError } from '../../sdk/src/SlipwayError.ts'
import { UsageError } from './UsageError.ts'

export const EXIT_CODES = {
  0: 'done',
  1: 'the service refused the request, or something failed',
  2: 'the command is not complete or not known',
  3: 'not signed in, or not allowed',
  4: 'not found',
  5: 'an answer was not sent, because it is not what the service stated or goes above a limit',
  6: 'the service cannot be reached or is busy: try again',
} as const

const BY_CODE: Readonly<Record<string, number>> = {
  unauthenticated: 3,
  permission_denied: 3,
  not_found: 4,
  network: 6,
  timeout: 6,
  unavailable: 6,
  deadline_exceeded: 6,
  resource_exhausted: 6,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2
  if (error instanceof ExecuteError) return error.code === 'REVERTED' || error.code === 'NOT_MINED' ? 1 : 5
  return error instanceof SlipwayError ? (BY_CODE[error.code] ?? 1) : 1
}

/** An error as JSON, for programs. */
export function errorJson(error: unknown): object {
  if (error instanceof SlipwayError) {
    const { code, message, details, requestId } = error
    return { error: { code, message, details, requestId } }
  }
  if (error instanceof ExecuteError) return { error: { code: error.code, message: error.message } }
  const code = error instanceof UsageError ? 'usage' : 'failed'
  return { error: { code, message: error instanceof Error ? error.message : String(error) } }
}
