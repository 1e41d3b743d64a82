/** Error codes of JSON-RPC and, from -32000 upwards, of the protocol. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

type Options = { data?: unknown; status?: number }

/** An error of the protocol, not of a tool; `status` is the HTTP status of the response. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number
  readonly data: unknown
  readonly status: number

  constructor(code: keyof typeof CODES, message: string, { data, status = 200 }: Options = {}) {
    super(message)
    this.code = CODES[code]
    this.data = data
    this.status = status
  }
}
