// biome-ignore lint/suspicious/noExplicitAny: a JSON schema may hold anything.
export type Schema = Record<string, any>

export type Described = {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  access: string
  fields: readonly Field[]
  example: unknown
  answer: unknown
  /** The fields of the response. */
  answered: readonly Field[]
  failures: readonly { status: string; codes: string }[]
  /** How the SDK offers it; undefined for protocols with clients of their own. */
  sdk?: 'call' | 'stream' | undefined
}

export type Field = {
  name: string
  where: 'path' | 'query' | 'body'
  type: string
  isRequired: boolean
  description: string
}

const DEPTH_MAX = 2

/** The operations of an OpenAPI document, prepared for the reference pages. */
export function operationsOf(document: Schema): Described[] {
  return Object.entries(document['paths'] as Record<string, Schema>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describe(document, { path, method, operation: operation as Schema }),
    ),
  )
}

type PathItem = { path: string; method: string; operation: Schema }

function describe(document: Schema, { path, method, operation }: PathItem): Described {
  const body = operation['requestBody']?.content?.['application/json']
  const schema = body && resolve(document, body.schema)
  const parameters: Schema[] = operation['parameters'] ?? []
  const fields = [
    ...parameters
      .filter((one) => one['in'] !== 'header')
      .map((one) => ({
        name: one['name'],
        where: one['in'],
        type: typeOf(document, one['schema']),
        isRequired: one['required'] === true,
        description: one['description'] ?? '',
      })),
    ...(schema ? bodyFields(document, schema) : []),
  ]
  const responses = Object.entries(operation['responses'] as Record<string, Schema>)
  return {
    id: operation['operationId'],
    method: method.toUpperCase(),
    path,
    tag: operation['tags']?.[0] ?? 'other',
    summary: operation['summary'] ?? '',
    description: operation['description'] ?? '',
    access: accessOf(operation['security'] ?? []),
    fields,
    example: firstExample(body) ?? (schema && sample(document, schema)),
    ...answerOf(document, responses.find(([status]) => status.startsWith('2'))?.[1]),
    failures: responses
      .filter(([status]) => /^[45]/.test(status))
      .map(([status, one]) => ({ status, codes: one['description'] })),
    sdk: operation['x-sdk'],
  }
}

/** An example of the response and its fields. */
function answerOf(document: Schema, good: Schema | undefined): Pick<Described, 'answer' | 'answered'> {
  const content: Schema = good?.['content']?.['application/json'] ?? {}
  const schema = resolve(document, content['schema'])
  const answered = bodyFields(document, schema)
  return { answer: firstExample(content) ?? (answered.length > 0 ? sample(document, schema) : undefined), answered }
}

/** The fields of an object, and those of the objects in it. */
function bodyFields(document: Schema, schema: Schema, prefix = ''): Field[] {
  const depth = prefix.split('.').length
  const variants: Schema[] = schema['oneOf'] ?? schema['anyOf'] ?? []
  if (variants.length > 0)
    return unique(variants.flatMap((one) => bodyFields(document, resolve(document, one), prefix)))
  const required: string[] = schema['required'] ?? []
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).flatMap(([name, own]) => {
    const property = resolve(document, own)
    const field: Field = {
      name: prefix + name,
      where: 'body',
      type: typeOf(document, own),
      isRequired: required.includes(name),
      description: own['description'] ?? property['description'] ?? '',
    }
    return depth < DEPTH_MAX ? [field, ...bodyFields(document, property, `${prefix}${name}.`)] : [field]
  })
}

function unique(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}

function resolve(document: Schema, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema?.['$ref'] ?? '')?.[1]
  return name ? (document['components'].schemas[name] ?? {}) : (schema ?? {})
}

function typeOf(document: Schema, schema: Schema): string {
  const found = resolve(document, schema)
  if (found['const'] !== undefined) return JSON.stringify(found['const'])
  if (found['enum']) return (found['enum'] as unknown[]).map((one) => JSON.stringify(one)).join(' or ')
  if (found['type'] === 'array') return `list of ${typeOf(document, found['items'] ?? {})}`
  const variants: Schema[] = found['oneOf'] ?? found['anyOf'] ?? []
  if (variants.length > 0) return [...new Set(variants.map((one) => typeOf(document, one)))].join(' or ')
  return [found['type'] ?? 'any'].flat().join(' or ')
}

/** A minimal body with all required fields. */
function sample(document: Schema, schema: Schema): unknown {
  const found = resolve(document, schema)
  if (found['const'] !== undefined) return found['const']
  if (found['enum']) return found['enum'][0]
  const [variant] = (found['oneOf'] ?? found['anyOf'] ?? []) as Schema[]
  if (variant) return sample(document, variant)
  if (found['type'] === 'array') return [sample(document, found['items'] ?? {})]
  if (found['type'] === 'object') {
    const required: string[] = found['required'] ?? []
    return Object.fromEntries(required.map((name) => [name, sample(document, found['properties']?.[name] ?? {})]))
  }
  if (found['type'] === 'integer' || found['type'] === 'number') return found['minimum'] ?? 1
  return found['type'] === 'boolean' ? true : '…'
}

function firstExample(content: Schema | undefined): unknown {
  const [first] = Object.values((content?.['examples'] ?? {}) as Record<string, Schema>)
  return first?.['value']
}

function accessOf(security: readonly Schema[]): string {
  if (security.length === 0) return 'No key needed.'
  const isOptional = security.some((one) => Object.keys(one).length === 0)
  const takesKey = security.some((one) => one['apiKey'])
  const takesSession = security.some((one) => one['session'])
  const what = [takesKey && 'an API key', takesSession && 'a session token'].filter(Boolean).join(' or ')
  return isOptional ? `Works without a key; accepts ${what}.` : `Needs ${what}.`
}
