import { isObject } from '#core/isObject.ts'
import type { Params } from '#mcp/Message.ts'
import { ProtocolError } from '#mcp/ProtocolError.ts'
import { decodeHeader } from '#mcp/protocolVersion.ts'

const HEADER = 'Region'

/** A tool that asks for an argument in a header too; no tool of the product does. */
export const HEADER_SCHEMA = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': HEADER } },
  required: ['region'],
}

export function requireParameterHeader({ name, arguments: given }: Params, headers: Headers): void {
  if (name !== 'test_tool_with_header') return
  const { region } = isObject(given) ? given : {}
  const header = headers.get(`mcp-param-${HEADER}`)
  if (header !== null && decodeHeader(header) === region) return
  throw new ProtocolError('headerMismatch', `The Mcp-Param-${HEADER} header must be the argument.`, { status: 400 })
}
