/** Error codes of JSON-RPC and of the protocol; `exhausted` is one of our own, outside their ranges. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  exhausted: 429,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

type Options = { data?: unknown; status?: number; headers?: Record<string, string> }

/** An error of the protocol, not of a tool; `status` is the HTTP status of the response. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number
  readonly data: unknown
  readonly status: number
  readonly headers: Record<string, string>

  constructor(code: keyof typeof CODES, message: string, { data, status = 200, headers = {} }: Options = {}) {
    super(message)
    this.code = CODES[code]
    this.data = data
    this.status = status
    this.headers = headers
  }
}
