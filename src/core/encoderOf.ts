import { z } from 'zod'

/** A value as the schema writes it on the wire. Throws on a value that does not match. */
export type Encoder = (value: unknown) => unknown

type Schema = z.core.$ZodType
type Codec = z.core.$ZodCodec['_zod']['def']

const encoders = new WeakMap<Schema, Encoder>()

/**
 * The encoder of a schema, with the results of `z.encode`. That one checks each value twice, because a check may belong to
 * either side of a codec; values without a codec are the same on both sides and are checked once here.
 */
export function encoderOf(schema: Schema): Encoder {
  const known = encoders.get(schema)
  if (known) return known
  const encode = createEncoder(schema)
  encoders.set(schema, encode)
  return encode
}

function createEncoder(schema: Schema): Encoder {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  if (LEAVES.has(def.type)) return leafEncoder(schema)
  if (def.checks?.length) return (value) => z.encode(schema, value)
  if (def.type === 'object' && !def.catchall) return objectEncoder(def.shape)
  if (def.type === 'array') return arrayEncoder(encoderOf(def.element))
  if (def.type === 'nullable') return nullableEncoder(encoderOf(def.innerType))
  if (def.type === 'pipe' && 'reverseTransform' in def) return codecEncoder(def as Codec)
  return (value) => z.encode(schema, value)
}

/** Types whose values are the same on both sides. */
const LEAVES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'null',
  'date',
  'custom',
])

function leafEncoder(schema: Schema): Encoder {
  const isMatch = quickMatch(schema)
  return isMatch ? (value) => (isMatch(value) ? value : z.parse(schema, value)) : (value) => z.parse(schema, value)
}

type Match = (value: unknown) => boolean
type Definition = z.core.$ZodTypes['_zod']['def']
type Check = z.core.$ZodCheck<never>

/** A check of the most frequent leaf types that allocates nothing; undefined for other types. */
function quickMatch(schema: Schema): Match | undefined {
  const { def } = schema._zod as { def: Definition }
  const checks = (def.checks ?? []) as Check[]
  if (def.type === 'string') return textMatch(def, checks)
  if (def.type === 'number') return integerMatch(def, checks)
  return checks.length > 0 ? undefined : plainMatch(def)
}

function plainMatch(def: Definition): Match | undefined {
  if (def.type === 'boolean') return (value) => typeof value === 'boolean'
  if (def.type === 'literal') return (value) => def.values.includes(value as never)
  if (def.type === 'date') return (value) => value instanceof Date && !Number.isNaN(value.getTime())
  if (def.type === 'custom') return (value) => def.fn(value) === true
  return undefined
}

function textMatch(def: Definition, checks: readonly Check[]): Match | undefined {
  if ('coerce' in def && def.coerce) return undefined
  const patterns =
    'format' in def ? [datePattern(def as Partial<Pattern>), ...checks.map(patternOf)] : checks.map(patternOf)
  const [first, ...others] = patterns
  if (others.length > 0 || patterns.includes(undefined)) return undefined
  return first ? (value) => typeof value === 'string' && first.test(value) : (value) => typeof value === 'string'
}

type Pattern = z.core.$ZodCheckRegexDef

function patternOf(check: Check): RegExp | undefined {
  const def = check._zod.def as Partial<Pattern>
  return def.format === 'regex' && def.pattern?.flags === '' ? def.pattern : undefined
}

/** Other formats may check more than their pattern. */
function datePattern({ format, pattern }: { format?: string; pattern?: RegExp | undefined }): RegExp | undefined {
  return format === 'datetime' && pattern?.flags === '' ? pattern : undefined
}

function integerMatch(def: Definition, checks: readonly Check[]): Match | undefined {
  if (!('format' in def) || def.format !== 'safeint' || ('coerce' in def && def.coerce)) return undefined
  const bounds = checks.map(({ _zod }) => _zod.def as z.core.$ZodCheckLessThanDef)
  if (bounds.some(({ check, inclusive }) => !BOUNDS.has(check) || !inclusive)) return undefined
  const valuesOf = (kind: string) => bounds.filter(({ check }) => check === kind).map(({ value }) => Number(value))
  const [min, max] = [Math.max(...valuesOf('greater_than')), Math.min(...valuesOf('less_than'))]
  return (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
}

const BOUNDS: ReadonlySet<string> = new Set(['greater_than', 'less_than'])

type Fields = Record<string, unknown>
type Field = { key: string; isRequired: boolean; encode: Encoder }

function objectEncoder(shape: Readonly<Record<string, Schema>>): Encoder {
  // Read with the first value, because a schema may contain itself.
  let fields: Field[] | undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('must be an object')
    fields ??= Object.entries(shape).map(([key, schema]) => fieldOf(key, schema))
    const encoded = encodeFields(isPlain(value) ? (value as Fields) : ownFields(value as Fields, shape), fields)
    return Object.keys(encoded).every((key) => Object.hasOwn(shape, key)) ? encoded : pick(encoded, shape)
  }
}

/** Whether JSON writes exactly the own fields of the object: no inherited fields and no `toJSON`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value)
}

function ownFields(record: Fields, shape: Readonly<Record<string, Schema>>): Fields {
  const present = Object.keys(shape).filter((key) => key in record)
  return Object.fromEntries(present.map((key) => [key, record[key]]))
}

/** The record itself if all its fields are written as they are. */
function encodeFields(record: Fields, fields: readonly Field[]): Fields {
  let encoded = record
  for (const { key, isRequired, encode } of fields) {
    const field = record[key]
    if (field === undefined && isRequired && !(key in record)) throw new Error(`${key} is missing`)
    const written = encode(field)
    if (written === field) continue
    if (encoded === record) encoded = { ...record }
    encoded[key] = written
  }
  return encoded
}

/** Fields that the schema does not name are left out. */
function pick(record: Fields, shape: Readonly<Record<string, Schema>>): Fields {
  return Object.fromEntries(Object.entries(record).filter(([key]) => Object.hasOwn(shape, key)))
}

function fieldOf(key: string, schema: Schema): Field {
  return { key, isRequired: schema._zod.optin === undefined, encode: fieldEncoder(schema) }
}

function fieldEncoder(schema: Schema): Encoder {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  if (def.type !== 'optional' || def.checks?.length) return encoderOf(schema)
  const encode = encoderOf(def.innerType)
  return (value) => (value === undefined ? undefined : encode(value))
}

function arrayEncoder(encode: Encoder): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw new Error('must be an array')
    // Unlike `map`, this reads holes and always makes a plain array.
    const encoded: unknown[] = []
    for (let place = 0; place < value.length; place++) encoded.push(encode(value[place]))
    return encoded
  }
}

function nullableEncoder(encode: Encoder): Encoder {
  return (value) => (value === null ? null : encode(value))
}

function codecEncoder({ in: input, out: output, reverseTransform }: Codec): Encoder {
  const [encodeOutput, encodeInput] = [encoderOf(output), encoderOf(input)]
  return (value) => {
    const payload = { value: encodeOutput(value), issues: [] }
    const reversed = reverseTransform(payload.value, payload)
    if (payload.issues.length > 0) throw new Error('cannot be encoded')
    return encodeInput(reversed)
  }
}
