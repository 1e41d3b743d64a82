import { ApiError } from '#core/ApiError.ts'
import type { ModelEndpoint, ModelPrice, ModelProtocol } from '#core/ModelEndpoint.ts'
import { parseBody } from './parseBody.ts'
import { PROTOCOLS } from './protocols.ts'
import { findReference, isClientTool } from './providerActions.ts'

/** Fields that make the provider act on its own, or that name data which other callers of the same key stored. */
const REFUSED_FIELDS = [
  ...['mcp_servers', 'container', 'plugins', 'web_search_options', 'background', 'cachedContent', 'cached_content'],
  ...['previous_response_id', 'conversation', 'prompt'],
  // Of aggregators, which would ask other models or hosts.
  ...['models', 'route', 'provider', 'fallbacks'],
]
/** Fields that raise the price, or make the provider keep the answer. */
const DROPPED = { service_tier: undefined, speed: undefined, store: undefined }
/** An answer in another form would hide how much was used. */
const QUERIES: Readonly<Record<string, readonly string[]>> = { alt: ['json', 'sse'], beta: ['true'] }
const MODEL_NAME = /^[\w.:@/+-]{1,120}$/
/** A token has at least one byte; the provider adds some of its own. */
const INPUT_OVERHEAD_TOKENS = 1_000

type Fields = Record<string, unknown>
type ModelRequest = { method: string; path: string; body: Buffer }

/** A request that may be forwarded. */
export type ModelCall = {
  endpoint: ModelEndpoint
  model: string
  price: ModelPrice
  path: string
  body: Buffer
  isStream: boolean
  /** The maximum number of tokens it can use. */
  bound: { input: number; output: number }
}

/** Throws unless the request asks one of the allowed models and nothing else. */
export function judgeRequest(
  protocol: ModelProtocol,
  endpoints: readonly ModelEndpoint[],
  { method, path, body }: ModelRequest,
): ModelCall {
  const { paths, counting } = PROTOCOLS[protocol]
  const { pathname, query } = partsOf(path)
  const found = method === 'POST' ? paths.exec(pathname) : null
  if (!found) throw refused(`A box can only ask a model: ${method} ${pathname.slice(0, 100)} is not forwarded.`, 403)
  const fields = parseBody(body)
  if (!fields) throw refused('The body must be a JSON object, not nested too deeply, and without too many values.')
  const allowed = findModel(endpoints, found.groups?.['model'] ?? fields['model'])
  refuseActions(protocol, fields)
  const isStream = pathname.endsWith(':streamGenerateContent') || fields['stream'] === true
  const isCounting = counting?.test(pathname) ?? false
  const output = isCounting ? 0 : boundLength(protocol, fields, allowed.endpoint)
  // The provider must read exactly the checked body, so the parsed body is sent, not the given one.
  const sent = Buffer.from(JSON.stringify({ ...fields, ...DROPPED, ...required(protocol, fields) }))
  const bound = { input: isCounting ? 0 : sent.length + INPUT_OVERHEAD_TOKENS, output }
  return { ...allowed, path: pathname + query, body: sent, isStream, bound }
}

/** The path, and its query as it was read here. */
function partsOf(path: string): { pathname: string; query: string } {
  const at = path.indexOf('?')
  if (at < 0) return { pathname: path, query: '' }
  const query = new URLSearchParams(path.slice(at + 1))
  const unknown = query
    .entries()
    .find(([name, value]) => !Object.hasOwn(QUERIES, name) || !QUERIES[name]?.includes(value))
  if (unknown) throw refused(`The query parameter ${unknown.join('=').slice(0, 60)} is not forwarded.`, 403)
  return { pathname: path.slice(0, at), query: `?${query}` }
}

function refuseActions(protocol: ModelProtocol, fields: Fields): void {
  const field = REFUSED_FIELDS.find((name) => Boolean(fields[name]))
  if (field) throw refused(`The field ${field} is not forwarded. Leave it out.`)
  if (!toolsOf(fields).every((tool) => isClientTool(protocol, tool)))
    throw refused('Tools that the provider runs are not forwarded: they would reach the network. Leave them out.')
  const reference = findReference({ ...fields, tools: undefined })
  if (reference) throw refused(`${reference} would be read by the provider. Send the content itself.`)
  if (compacts(fields)) throw refused('The provider does not report the tokens of a compaction. Compact on your side.')
  const settings = [fields, ...settingsOf(fields)]
  if (settings.some((values) => ['n', 'candidateCount', 'candidate_count'].some((name) => (values[name] ?? 1) !== 1)))
    throw refused('Only one answer can be requested. Leave the number of answers out.')
}

function compacts({ context_management }: Fields): boolean {
  const { edits } = Object(context_management) as { edits?: unknown }
  return Array.isArray(edits) && edits.some((edit) => String(Object(edit).type).startsWith('compact'))
}

function findModel(
  endpoints: readonly ModelEndpoint[],
  model: unknown,
): Pick<ModelCall, 'endpoint' | 'model' | 'price'> {
  const isName = typeof model === 'string' && MODEL_NAME.test(model)
  for (const endpoint of isName ? endpoints : [])
    for (const [pattern, price] of Object.entries(endpoint.models))
      if (matches(pattern, model as string)) return { endpoint, model: model as string, price }
  const names = endpoints.flatMap(({ models }) => Object.keys(models))
  throw refused(`The model must be one of ${names.join(', ')}.`)
}

/** Lowers the limits of the answer's length in place, or sets one, and returns the longest it can be. */
function boundLength(
  protocol: ModelProtocol,
  fields: Fields,
  { url, outputTokensMax: tokensMax }: ModelEndpoint,
): number {
  const { lengthFields } = PROTOCOLS[protocol]
  const limits = [fields, ...settingsOf(fields)].flatMap((values) =>
    lengthFields
      .filter((name) => (values[name] ?? null) !== null)
      .map((name) => {
        const asked = values[name]
        const isLength = Number.isInteger(asked) && Number(asked) >= 1 && Number(asked) <= tokensMax
        const tokens = isLength ? Number(asked) : tokensMax
        values[name] = tokens
        return tokens
      }),
  )
  if (limits.length > 0) return Math.max(...limits)
  Object.assign(fields, PROTOCOLS[protocol].withLength(fields, tokensMax, new URL(url).hostname))
  return tokensMax
}

/** Streams of OpenAI report usage only on request, and its responses are stored unless the request forbids it. */
function required(protocol: ModelProtocol, { stream, stream_options }: Fields): Fields {
  if (protocol === 'openai-responses') return { store: false }
  if (protocol !== 'openai-chat' || stream !== true) return {}
  return { stream_options: { ...Object(stream_options), include_usage: true } }
}

function settingsOf({ generationConfig, generation_config }: Fields): Fields[] {
  return [generationConfig, generation_config].filter(
    (value) => typeof value === 'object' && value !== null,
  ) as Fields[]
}

/** `*` matches any characters but a slash and a colon, behind which aggregators take options. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/:]*')
  return new RegExp(`^${escaped}$`).test(text)
}

function toolsOf({ tools }: Fields): unknown[] {
  if (tools === undefined || tools === null) return []
  return Array.isArray(tools) ? tools : [tools]
}

/** Agents show the message of a 400; they retry others, or ask for another credential. */
function refused(message: string, status = 400): ApiError {
  return new ApiError('permission_denied', message, { status })
}
