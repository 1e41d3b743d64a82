import type { ModelProtocol } from '#core/ModelEndpoint.ts'

/** Tools that the agent runs itself, or that only search the list of its tools. */
const CLIENT_TOOL =
  /^(custom|function|local_shell|apply_patch|tool_search|tool_search_tool_\w+|(bash|text_editor|computer|memory)_\d+)$/
const GEMINI_CLIENT_TOOLS = new Set(['functionDeclarations', 'function_declarations'])
/** Arguments and results of tools that the agent ran: data of any form, which the provider only reads. */
const DATA_FIELDS = new Set(['args', 'arguments', 'functionResponse', 'function_response'])

type Tool = { type?: unknown; tools?: unknown; environment?: { type?: unknown } | null }

/** Whether the agent runs the tool. One that the provider runs can reach any address. */
export function isClientTool(protocol: ModelProtocol, tool: unknown): boolean {
  if (typeof tool !== 'object' || tool === null) return false
  if (protocol === 'gemini') return Object.keys(tool).every((name) => GEMINI_CLIENT_TOOLS.has(name))
  const { type, tools, environment } = tool as Tool
  if (type === undefined || type === null) return protocol === 'anthropic' && 'name' in tool
  if (type === 'namespace') return Array.isArray(tools) && tools.every((inner) => isClientTool(protocol, inner))
  if (type === 'shell') return environment?.type === 'local'
  return typeof type === 'string' && CLIENT_TOOL.test(type)
}

/** The first part of a conversation that the provider would fetch, or take from data that others have stored. */
export function findReference(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstOf(value, findReference)
  if (typeof value !== 'object' || value === null) return undefined
  const { type } = value as Tool
  if (type === 'item_reference') return 'An item_reference'
  const fields = Object.entries(value).filter(([name]) => !isData(name, type))
  const found = firstOf(fields, ([name, inner]) =>
    isReference(name, inner) ? `The field ${name}` : findReference(inner),
  )
  return found ?? findReference(partsOf(value))
}

/** The files in a result of a tool; its other fields are data. */
function partsOf(value: object): unknown {
  const { functionResponse, function_response } = value as Record<string, { parts?: unknown } | null | undefined>
  return functionResponse?.parts ?? function_response?.parts
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function isData(name: string, type: unknown): boolean {
  return DATA_FIELDS.has(name) || (name === 'input' && type === 'tool_use')
}

function isReference(name: string, value: unknown): boolean {
  if (name === 'file_id' || name === 'fileData' || name === 'file_data') return isGiven(name, value)
  if (name === 'tools') return Array.isArray(value) && !value.every((tool) => isClientTool('openai-responses', tool))
  if (name === 'source') return ['url', 'file'].includes((value as { type?: string } | null)?.type ?? '')
  if (!name.endsWith('_url')) return false
  const address = (value as { url?: unknown } | null)?.url ?? value
  return typeof address === 'string' && !address.startsWith('data:')
}

/** OpenAI's `file_data` is the content itself; Gemini's is an address. */
function isGiven(name: string, value: unknown): boolean {
  return name === 'file_id' ? typeof value === 'string' : typeof value === 'object' && value !== null
}
