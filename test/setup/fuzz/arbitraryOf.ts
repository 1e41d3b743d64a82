import fc, { type Arbitrary } from 'fast-check'

export type Schema = { [keyword: string]: unknown }

/** Real values by field name, so that requests reach beyond the first check. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const DEPTH_MAX = 6
const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)

/** Values that break careless code: of other types, at the edges of numbers, and characters that databases refuse. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', ' ', [], {}, [null], { length: -1 }, JSON.parse('{"__proto__":{"a":1}}')),
  fc.constantFrom<unknown>(0, -1, 0.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER + 1, 2 ** 31, -(2 ** 63)),
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udc00x', '\u202e', '😀'.repeat(70), '%00', '%', '../../etc/passwd'),
  fc.constantFrom('0', '-1', '1e9', '9'.repeat(400), `0x${'f'.repeat(64)}`, '0x', '0X1', '１２', 'NaN', 'Infinity'),
  fc.constant(deep),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Values of a JSON Schema, and now and then a hostile one. */
export function arbitraryOf(document: Schema, known: Known): (schema: Schema, name?: string) => Arbitrary<unknown> {
  const build = (given: Schema, name: string, depth: number): Arbitrary<unknown> => {
    const schema = resolve(document, given)
    const shaped = shapedOf(schema, (inner, key) => build(inner, key, depth + 1), depth)
    const real = known[name] ?? []
    if (real.length === 0) return fc.oneof({ weight: 9, arbitrary: shaped }, { weight: 1, arbitrary: hostile })
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...real) },
      { weight: 3, arbitrary: shaped },
      { weight: 1, arbitrary: hostile },
    )
  }
  return (schema, name = '') => build(schema, name, 0)
}

type Build = (schema: Schema, name: string) => Arbitrary<unknown>

function shapedOf(schema: Schema, build: Build, depth: number): Arbitrary<unknown> {
  const options = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Schema[] | undefined
  if (options && depth < DEPTH_MAX) return fc.oneof(...options.map((option) => build({ ...option }, '')))
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if ('const' in schema) return fc.constant(schema['const'])
  switch (schema['type']) {
    case 'object':
      return depth < DEPTH_MAX ? objectOf(schema, build) : fc.constant({})
    case 'array':
      return depth < DEPTH_MAX
        ? fc.array(build((schema['items'] ?? {}) as Schema, ''), { maxLength: 4 })
        : fc.constant([])
    case 'string':
      return textOf(schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

/** Required fields are missing, and unknown ones are present, once in a while. */
function objectOf(schema: Schema, build: Build): Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const required = new Set((schema['required'] ?? []) as string[])
  const fields = properties.map(([name, inner]) => {
    const value = build(inner, name).map((content) => [[name, content]] as const)
    const weight = required.has(name) ? 20 : 1
    return fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: fc.constant([]) })
  })
  const stray = fc.oneof(
    { weight: 20, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), hostile).map((pair) => [pair]) },
  )
  return fc.tuple(...fields, stray).map((entries) => Object.fromEntries(entries.flat() as [string, unknown][]))
}

function textOf({ pattern, minLength = 0, maxLength, format }: Schema): Arbitrary<unknown> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  const longest = Math.min(Number(maxLength ?? 60), 60)
  return fc.string({ unit: 'grapheme', minLength: Math.min(Number(minLength), longest), maxLength: longest })
}

function numberOf({ type, minimum = -10, maximum = 1_000_000 }: Schema): Arbitrary<unknown> {
  const [min, max] = [Number(minimum), Math.min(Number(maximum), Number.MAX_SAFE_INTEGER)]
  if (type === 'integer') return fc.integer({ min: Math.max(min, Number.MIN_SAFE_INTEGER), max })
  return fc.double({ min, max, noNaN: true })
}

function resolve(document: Schema, schema: Schema): Schema {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Schema)[key], document)
  return resolve(document, found as Schema)
}
