/** The codes of the service; `network` and `timeout` are of this client, when no answer came. */
export type Code =
  | 'invalid_argument'
  | 'failed_precondition'
  | 'out_of_range'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'already_exists'
  | 'aborted'
  | 'resource_exhausted'
  | 'unknown'
  | 'internal'
  | 'data_loss'
  | 'unimplemented'
  | 'unavailable'
  | 'deadline_exceeded'

export type ClientCode = 'network' | 'timeout'
export type Detail = { type: string; value: string }

type Facts = {
  code: Code | ClientCode
  status?: number | undefined
  details?: readonly Detail[] | undefined
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** A failed call. The message says what is wrong and what to send instead. */
export class SlipwayError<Codes extends string = Code | ClientCode> extends Error {
  override readonly name = 'SlipwayError'
  readonly code: Codes
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly details: readonly Detail[]
  /** The `x-request-id`, for reports. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before the next call. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { code, status = 0, details = [], requestId, retryAfterMs, cause }: Facts) {
    super(message, { cause })
    this.code = code as Codes
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** The error of a response that is not 2xx. */
export async function readError(response: Response): Promise<SlipwayError> {
  const text = await response.text().catch(() => '')
  const { code, message, details } = parse(text)
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new SlipwayError(message ?? `The service answered with status ${response.status}.`, {
    code: (code as Code | undefined) ?? (response.status >= 500 ? 'unavailable' : 'unknown'),
    status: response.status,
    details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: Number.isFinite(after) ? after * 1000 : undefined,
  })
}

function parse(text: string): { code?: string; message?: string; details?: Detail[] } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    // A proxy in front of the service answers with a page of its own.
    return {}
  }
}
