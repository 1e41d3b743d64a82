export const STATUS = {
  invalid_argument: 400,
  failed_precondition: 400,
  out_of_range: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  aborted: 409,
  resource_exhausted: 429,
  unknown: 500,
  internal: 500,
  data_loss: 500,
  unimplemented: 501,
  unavailable: 503,
  deadline_exceeded: 504,
} as const

export type Code = keyof typeof STATUS
export type Detail = { type: string; value: string }
export type ErrorBody = { code: Code; message: string; details?: Detail[] }

type Options = {
  details?: Detail[]
  /** Overrides the status of the code, such as 405 and 413. */
  status?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** An error shown to the caller: `message` says what to send instead, `cause` goes to the log only. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  readonly status: number
  readonly details: Detail[] | undefined
  readonly headers: Record<string, string>

  constructor(code: Code, message: string, { details, status, headers, cause }: Options = {}) {
    super(message, { cause })
    this.code = code
    this.status = status ?? STATUS[code]
    this.details = details
    this.headers = headers ?? {}
  }
}

/** An invalid field; `problem` continues from its name and says what to send instead: "must be …". */
export function invalidField(field: string, problem: string, cause?: unknown): ApiError {
  return new ApiError('invalid_argument', `${field} ${problem}.`, { details: [{ type: 'field', value: field }], cause })
}

/** Whether a part of the service, a server or a node did not respond, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unavailable'
}

/** Turns any error into an `ApiError`; text of an unknown error never reaches the caller. */
export function from(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('internal', 'Something failed on our side. Try again; if it persists, report the x-request-id.', {
    cause: error,
  })
}

export function body(error: ApiError): ErrorBody {
  return { code: error.code, message: error.message, ...(error.details && { details: error.details }) }
}
