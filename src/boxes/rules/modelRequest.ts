import type { Egress } from '#boxes/catalogue/Template.ts'
import { ApiError } from '#core/ApiError.ts'

/** Fields that make the provider act on its own: reach servers, run code, search, or continue in the background. */
const REFUSED_FIELDS = ['mcp_servers', 'container', 'plugins', 'web_search_options', 'background', 'cachedContent']
/** Tools that the agent runs itself, by the type that the APIs of Anthropic and OpenAI give them. */
const CLIENT_TOOL = /^(custom|function|(bash|text_editor|computer|memory)_\d+)$/
const GEMINI_CLIENT_TOOLS = new Set(['functionDeclarations', 'function_declarations'])
const QUERY_NAMES = new Set(['alt', 'beta'])

type ModelRequest = { method: string; path: string; body: Uint8Array }

/** Throws unless the request asks one of the allowed models and nothing else. */
export function checkModelRequest(
  egress: Pick<Egress, 'paths' | 'models'>,
  { method, path, body }: ModelRequest,
): void {
  const [pathname = '', query = ''] = path.split('?')
  if (method !== 'POST' || !egress.paths.some((pattern) => matches(pattern, pathname)))
    throw refused(`Only POST to ${egress.paths.join(', ')} is forwarded.`)
  for (const name of new URLSearchParams(query).keys())
    if (!QUERY_NAMES.has(name)) throw refused(`The query parameter ${name.slice(0, 40)} is not forwarded.`)
  const fields = parseObject(body)
  const model = fields['model'] ?? /\/models\/([^/:]+):/.exec(pathname)?.[1]
  if (typeof model !== 'string' || !egress.models.some((pattern) => matches(pattern, model)))
    throw refused(`The model must be one of ${egress.models.join(', ')}.`)
  const field = REFUSED_FIELDS.find((name) => Object.hasOwn(fields, name))
  if (field) throw refused(`The field ${field} is not forwarded.`)
  if (!toolsOf(fields).every(isClientTool)) throw refused('Tools that the provider runs are not forwarded.')
}

/** `*` matches any characters but a slash. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
  return new RegExp(`^${escaped}$`).test(text)
}

function parseObject(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new ApiError('invalid_argument', 'The body must be a JSON object.')
}

function toolsOf({ tools }: Record<string, unknown>): unknown[] {
  if (tools === undefined || tools === null) return []
  return Array.isArray(tools) ? tools : [tools]
}

function isClientTool(tool: unknown): boolean {
  if (typeof tool !== 'object' || tool === null) return false
  if ('type' in tool) return typeof tool.type === 'string' && CLIENT_TOOL.test(tool.type)
  return 'name' in tool || Object.keys(tool).every((name) => GEMINI_CLIENT_TOOLS.has(name))
}

function refused(message: string): ApiError {
  return new ApiError('permission_denied', message)
}
