import type { Tool } from '#core/Tool.ts'
import { ProtocolError } from './ProtocolError.ts'

/** Narrows a connection by its address: `?readonly=1` to tools that change nothing, `?tools=a,b` to the named ones. */
export type ToolFilter = { isReadOnly: boolean; names: readonly string[] | undefined }

/** Undefined for the plain address, which offers every tool. */
export function toolFilterOf(url: string): ToolFilter | undefined {
  const at = url.indexOf('?')
  if (at === -1) return undefined
  const query = new URLSearchParams(url.slice(at))
  const isReadOnly = ['1', 'true'].includes(query.get('readonly') ?? '')
  const names = query
    .get('tools')
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return isReadOnly || names ? { isReadOnly, names } : undefined
}

/** The tools that pass; throws when the address names one that does not exist. */
export function filterTools(tools: readonly Tool[], { isReadOnly, names }: ToolFilter): Tool[] {
  const unknown = names?.find((name) => !tools.some((tool) => tool.name === name))
  if (unknown !== undefined) {
    const known = tools.map(({ name }) => name).join(', ')
    const message = `The address names an unknown tool: ${unknown.slice(0, 80)}. Available: ${known}.`
    throw new ProtocolError('invalidParams', message, { status: 400 })
  }
  return tools.filter(
    ({ name, annotations }) => (!isReadOnly || annotations.readOnlyHint) && (names?.includes(name) ?? true),
  )
}
