import { jsonSchema } from '#core/jsonSchema.ts'
import type { Operation } from '#core/Operation.ts'
import { isInSdk } from '#discovery/isInSdk.ts'
import { failuresOf } from '#discovery/openApi.ts'
import { comment, type Schema, typeOf } from './typeOf.ts'

type Defined = Schema & { $defs?: Record<string, Schema> }

/** The source of the SDK's operations: one constant per operation, typed by its schemas. */
export function sdkSource(operations: readonly Operation[]): string {
  const named = new Map<string, Schema>()
  const parts = operations.filter(isInSdk).map((operation) => operationSource(operation, named))
  const types = [...named].map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`,
  )
  return [
    '// Written by scripts/writeSdk.ts from the operations of the service; do not edit.',
    "import type { Operation, Paged, Streamed } from './Operation.ts'\n",
    ...types,
    ...parts,
  ].join('\n')
}

function operationSource(operation: Operation, named: Map<string, Schema>): string {
  const { name, summary } = operation
  const title = name.slice(0, 1).toUpperCase() + name.slice(1)
  const request = withNumbers(read(operation.request, named), operation)
  const response = read(operation.contentType === STREAM && operation.json ? operation.json : operation.response, named)
  return [
    `export type ${title}Request = ${requestType(request)}`,
    `export type ${title}Response = ${operation.status === 204 ? 'undefined' : typeOf(response)}`,
    `${comment(summary)}export const ${name}: ${operationType(operation, title, { request, response })} = ${JSON.stringify(facts(operation, { request, response }))}`,
    '',
  ].join('\n')
}

const STREAM = 'text/event-stream'

/** A query is text, so a number can be given where its digits are read. */
function withNumbers(schema: Schema, { method, path }: Operation): Schema {
  if ((method !== 'GET' && method !== 'DELETE') || !schema.properties) return schema
  const widened = Object.entries(schema.properties).map(([name, one]): [string, Schema] => [
    name,
    path.includes(`{${name}}`) ? one : withNumber(one),
  ])
  return { ...schema, properties: Object.fromEntries(widened) }
}

function withNumber(schema: Schema): Schema {
  const { type, pattern, enum: choices } = schema
  if (choices?.every((one) => /^\d+$/.test(String(one))))
    return { ...schema, enum: [...choices, ...choices.map(Number)] }
  const takesDigits = type === 'string' && pattern !== undefined && new RegExp(pattern, 'u').test('1')
  return takesDigits && !choices ? { ...schema, type: ['string', 'number'] } : schema
}

/** A request without fields is an empty object. */
function requestType(schema: Schema): string {
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0
  return isEmpty ? 'Record<string, never>' : typeOf(schema)
}

/** The schema on the wire; schemas with a name are collected. */
function read(schema: Operation['request'], named: Map<string, Schema>): Schema {
  const { $defs = {}, ...rest } = jsonSchema(schema) as Defined
  for (const [name, one] of Object.entries($defs)) named.set(name, one)
  return rest
}

type Schemas = { request: Schema; response: Schema }

function operationType(operation: Operation, title: string, schemas: Schemas): string {
  const codes = [...new Set(failuresOf(operation).map(({ code }) => code))].map((code) => `'${code}'`).join(' | ')
  const parameters = `${title}Request, ${title}Response, ${codes}`
  if (operation.contentType === STREAM) return `Streamed<${parameters}, ${eventType(title, schemas.response)}>`
  const items = itemsOf(schemas)
  return items === undefined ? `Operation<${parameters}>` : `Paged<${parameters}, '${items}'>`
}

/** The type of an event's data: an entry of the long poll, or its `data` where the entry only wraps it. */
function eventType(title: string, { properties = {} }: Schema): string {
  const [name, list] = Object.entries(properties).find(([, { type }]) => type === 'array') ?? []
  if (name === undefined) return 'unknown'
  const entry = `${title}Response['${name}'][number]`
  const fields = Object.keys(list?.items?.properties ?? {})
  return fields.join() === 'seq,kind,data' ? `${entry}['data']` : entry
}

/** The list of a response that has further pages. */
function itemsOf({ request, response }: Schemas): string | undefined {
  if (!request.properties?.['cursor'] || !response.properties?.['nextCursor']) return undefined
  return Object.keys(response.properties).find((name) => response.properties?.[name]?.type === 'array')
}

/** Only the fields that a call needs; false and default values are left out. */
function facts(operation: Operation, schemas: Schemas): object {
  const { name, method, path, access, limit, idempotent, contentType } = operation
  const items = itemsOf(schemas)
  return {
    name,
    method,
    path,
    ...(access.kind !== 'none' && { access: access.kind }),
    ...('scope' in access && { scope: access.scope }),
    ...(idempotent && { idempotent: true }),
    ...((method === 'GET' || limit === 'read' || limit === 'build') && { safe: true }),
    ...(contentType === STREAM && { stream: true }),
    ...(items !== undefined && { items }),
  }
}
