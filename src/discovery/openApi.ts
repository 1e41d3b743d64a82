import { type Access, CLIENT_SCOPES } from '#core/Access.ts'
import { type Code, STATUS } from '#core/ApiError.ts'
import { jsonSchema } from '#core/jsonSchema.ts'
import type { Operation } from '#core/Operation.ts'
import { SCOPE_WORDS } from '#core/scopeWords.ts'
import type { Webhook } from '#core/Webhook.ts'
import { BODY_EXAMPLES } from './bodyExamples.ts'
import { accessInWords } from './Deployment.ts'
import { isInSdk } from './isInSdk.ts'
import { openApiWebhooks } from './openApiWebhooks.ts'

type Json = Record<string, unknown>
type Service = {
  baseUrl: string
  apiOrigin: string
  version: string
  operations: readonly Operation[]
  webhooks: readonly Webhook[]
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(STATUS), description: 'Machine-readable error code.' },
    message: { type: 'string', description: 'The problem, and what to send instead.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'value'],
        properties: { type: { type: 'string' }, value: { type: 'string' } },
      },
    },
  },
}

const TAGS: Readonly<Record<string, string>> = {
  a2a: 'Conversations with hosted agents over the A2A protocol.',
  arena: 'Rooms in which agents post messages and scored signals.',
  batch: 'Several operations as one batch of a wallet, with joint limits.',
  boxes: 'Hosted agents: boxes, sessions, messages, files.',
  devnet: 'The embedded development chain and its faucet.',
  discovery: 'Documents that describe this deployment to agents.',
  identity: 'Sign-in with a wallet or an identity provider.',
  keys: 'API keys, their usage and the audit log.',
  launchpad: 'Token launches on a bonding curve: reads, quotes, unsigned transactions.',
  liquidity: 'Unsigned transactions for Uniswap positions, and reads of them.',
  orders:
    'Orders that anyone can execute once while their price condition holds: typed data for the owner, and the feed.',
  mandates: 'Agent budgets that the chain enforces: typed data for the owner, and the remaining budget.',
  names: 'Names of accounts, and accounts of names, if a registry is configured.',
  oauth: 'Clients that act for a person: OAuth 2.1, and the connections that a person has approved.',
  operations: 'For operators of the service.',
  rules: 'Rules over events, alerts and signed webhooks.',
  skills: 'Skill packages for agents.',
  tools: 'The MCP tool server.',
}

export function openApi({ baseUrl, apiOrigin, version, operations, webhooks }: Service): Json {
  const paths: Record<string, Json> = {}
  const named: Json = { Error: ERROR_SCHEMA }
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: hoist(describe(operation), named),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Slipway',
      version,
      summary: 'Agent platform, liquidity transaction builder and bonding-curve launchpad.',
      description:
        'Call only the paths listed here, with the fields listed. An unknown field is refused, with a suggestion when a known field has a similar name (document endpoints ignore unknown query parameters). The API never signs or broadcasts: transactions are returned unsigned.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [...new Set([baseUrl, apiOrigin])].map((url) => ({ url })),
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    ...(webhooks.length > 0 && { webhooks: openApiWebhooks(webhooks) }),
    components: {
      schemas: named,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key (svc_sk_…).' },
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A session token.' },
        oauth: oauthScheme(baseUrl),
      },
    },
  }
}

function oauthScheme(baseUrl: string): Json {
  return {
    type: 'oauth2',
    description: 'OAuth 2.1 with PKCE; /auth.md explains it.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/oauth/token`,
        refreshUrl: `${baseUrl}/oauth/token`,
        scopes: Object.fromEntries(CLIENT_SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]])),
      },
    },
  }
}

function describe(operation: Operation): Json {
  const schema = jsonSchema(operation.request)
  const isQuery = operation.method === 'GET' || operation.method === 'DELETE' || operation.body === 'raw'
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const parameters = [...parametersOf(schema, inPath, isQuery), ...(operation.idempotent ? [IDEMPOTENCY_KEY] : [])]
  const body = isQuery ? rawBodyOf(operation) : bodyOf(schema, inPath)
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [operation.tag],
    ...(operation.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body['type'] !== 'object' || ((body['required'] ?? []) as string[]).length > 0,
        content: { [bodyTypeOf(operation)]: { schema: body, ...examplesOf(operation, 'request') } },
      },
    }),
    responses: responsesOf(operation),
    security: securityOf(operation.access),
    ...(isInSdk(operation) && { 'x-sdk': operation.contentType === 'text/event-stream' ? 'stream' : 'call' }),
  }
}

/** Who may call, how calls are counted, and whether a repeat is safe. */
function descriptionOf(operation: Operation): string {
  const { description = '', limit, idempotent, deprecated } = operation
  const counted = typeof limit === 'string' && limit !== 'none' && limit !== 'own' ? ` Rate limit: ${limit}.` : ''
  const repeated = idempotent ? ' Repeat it safely with an Idempotency-Key.' : ''
  const old = deprecated
    ? ` Deprecated since ${deprecated.since}; served until ${deprecated.sunset}. ${deprecated.use}`
    : ''
  const words = `Access: ${accessInWords(operation)}.${counted}${repeated}${old}`
  return description === '' ? words : `${description}\n\n${words}`
}

/** The forms of OAuth are sent as forms. */
function bodyTypeOf({ body, tag, name }: Operation): string {
  const isForm = body === 'raw' && tag === 'oauth' && name !== 'registerClient'
  return isForm ? 'application/x-www-form-urlencoded' : 'application/json'
}

/** A raw operation accepts any JSON, because its protocol is not described here. */
function rawBodyOf({ body, method, summary }: Operation): Json | undefined {
  return body === 'raw' && method === 'POST' ? { description: summary } : undefined
}

function parametersOf(schema: Json, inPath: readonly string[], isQuery: boolean): Json[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as string[]
  return Object.entries(properties)
    .filter(([name]) => inPath.includes(name) || isQuery)
    .map(([name, property]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || required.includes(name),
      ...(typeof property['description'] === 'string' && { description: property['description'] }),
      schema: property,
    }))
}

function bodyOf(schema: Json, inPath: readonly string[]): Json | undefined {
  if (inPath.length === 0)
    return Object.keys((schema['properties'] ?? schema) as Json).length === 0 ? undefined : schema
  const properties = Object.entries((schema['properties'] ?? {}) as Json).filter(([name]) => !inPath.includes(name))
  if (properties.length === 0) return undefined
  const required = ((schema['required'] ?? []) as string[]).filter((name) => !inPath.includes(name))
  return { ...schema, properties: Object.fromEntries(properties), required }
}

function responsesOf(operation: Operation): Json {
  const schema = jsonSchema(operation.response)
  const content = {
    [operation.contentType]: { schema, ...examplesOf(operation, 'response') },
    ...(operation.json && { 'application/json': { schema: jsonSchema(operation.json) } }),
  }
  const good = { description: operation.summary, headers: { 'x-request-id': { schema: { type: 'string' } } } }
  const responses: Json = { [operation.status]: operation.status === 204 ? good : { ...good, content } }
  if (operation.cacheControl !== undefined)
    responses[304] = { description: 'Not modified: If-None-Match contains the current ETag.' }
  for (const [status, failures] of Map.groupBy(failuresOf(operation), (failure) => failure.status))
    responses[status] = {
      description: failures.map(({ code }) => code).join(', '),
      content: errorContentOf(operation),
    }
  return responses
}

/** Errors as the protocol formats them; elsewhere our own, and plain text where a browser asks. */
function errorContentOf({ failure, contentType, refusesInText }: Operation): Json {
  if (failure) return { [contentType]: { schema: jsonSchema(failure.schema) } }
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return refusesInText ? { ...json, 'text/plain': { schema: { type: 'string' } } } : json
}

type Failure = { status: number; code: Code }

/** Every way in which an operation can fail. */
export function failuresOf(operation: Operation): Failure[] {
  const { access, errors, handle, idempotent, method } = operation
  const always: Code[] = ['invalid_argument', 'permission_denied', 'resource_exhausted', 'internal']
  const guarded: Code[] = access.kind === 'none' || access.kind === 'optional' ? [] : ['unauthenticated', 'unavailable']
  const late: Code[] = handle ? ['deadline_exceeded'] : []
  const codes = [...new Set([...always, ...guarded, ...late, ...errors])]
  return [
    ...codes.map((code) => ({ status: STATUS[code], code })),
    ...(method === 'GET' || method === 'DELETE' ? [] : OF_BODIES),
    ...(idempotent ? OF_REPEATS : []),
  ]
}

/** Too large, or not JSON. */
const OF_BODIES: Failure[] = [
  { status: 413, code: 'invalid_argument' },
  { status: 415, code: 'invalid_argument' },
]

/** The first request is still in progress, or the key was used with a different request. */
const OF_REPEATS: Failure[] = [
  { status: 409, code: 'aborted' },
  { status: 422, code: 'failed_precondition' },
]

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key returns the first response for 24 hours and has no second effect.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

function examplesOf({ name, examples = BODY_EXAMPLES[name] ?? [] }: Operation, side: 'request' | 'response'): Json {
  const given = examples.filter((example) => example[side] !== undefined)
  if (given.length === 0) return {}
  return {
    examples: Object.fromEntries(
      given.map((one, i) => [`example${i + 1}`, { summary: one.summary, value: one[side] }]),
    ),
  }
}

function securityOf(access: Access): Json[] {
  const scope = 'scope' in access ? access.scope : undefined
  const isOffered = scope !== 'keys:manage' && access.kind !== 'admin'
  const key = [{ apiKey: [] }, { bearerKey: [] }, ...(isOffered ? [{ oauth: scope ? [scope] : [] }] : [])]
  if (access.kind === 'none') return []
  if (access.kind === 'optional') return [{}, ...key]
  if (access.kind === 'open') return [{}, ...key, { session: [] }]
  if (access.kind === 'key') return key
  if (access.kind === 'session') return [{ session: [] }, ...(access.scope ? key : [])]
  return [{ session: [] }, ...key]
}

/** Moves named schemas to the document's components and replaces them by references. */
function hoist<Part>(part: Part, named: Json): Part {
  if (Array.isArray(part)) return part.map((one) => hoist(one, named)) as Part
  if (typeof part !== 'object' || part === null) return part
  const { $defs, ...rest } = portable(part as Json) as Json & { $defs?: Json }
  for (const [name, schema] of Object.entries($defs ?? {})) named[name] = hoist(withoutId(schema), named)
  const entries = Object.entries(rest).map(([key, value]) => [
    key,
    key === '$ref' ? component(value) : hoist(value, named),
  ])
  return Object.fromEntries(entries) as Part
}

/** Without patterns that only ECMAScript reads, and without those that repeat a format. */
function portable({ pattern, ...schema }: Json): Json {
  const isKept = typeof pattern !== 'string' || !(/\\[pP]\{/.test(pattern) || schema['format'] !== undefined)
  return isKept && pattern !== undefined ? { ...schema, pattern } : schema
}

function component(reference: unknown): string {
  return String(reference).replace(/^#\/\$defs\//, '#/components/schemas/')
}

function withoutId(schema: unknown): unknown {
  const { id: _, ...rest } = schema as Json
  return rest
}
