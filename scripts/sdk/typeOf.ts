export type Schema = {
  type?: string | string[]
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  pattern?: string
}

/** The TypeScript type of a JSON Schema; references are names of types. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref)
  // Conditions between fields are left to the service.
  if (schema.properties) return objectType(schema)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  return (TYPES[schema.type ?? ''] ?? (() => 'unknown'))(schema)
}

const TYPES: Record<string, (schema: Schema) => string> = {
  string: () => 'string',
  number: () => 'number',
  integer: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: ({ items }) => `(${items ? typeOf(items) : 'unknown'})[]`,
  object: objectType,
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const names = Object.keys(properties)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties)}>`
      : open(additionalProperties)
  return `{\n${names.map((name) => property(name, properties[name] as Schema, required.includes(name))).join('')}}`
}

function open(additionalProperties: boolean | undefined): string {
  return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

function property(name: string, schema: Schema, isRequired: boolean): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  const type = typeOf(schema)
  return `${comment(schema.description)}${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`}\n`
}

export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function nameIn(reference: string): string {
  return reference.replace(/^#\/\$defs\//, '')
}
