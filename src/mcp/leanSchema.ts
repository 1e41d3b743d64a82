import type { JsonSchema } from '#core/jsonSchema.ts'

type Part = JsonSchema & { anyOf?: JsonSchema[]; items?: JsonSchema; properties?: Record<string, JsonSchema> }

/** Left out, because the tool checks these itself and names them in its errors. */
const OMITTED = new Set([
  'pattern',
  'format',
  'propertyNames',
  'default',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])
const DESCRIPTION_MAX = 24
/** Larger bounds only guard against abuse and are left out. */
const RANGE_MAX = 100

/** An input schema reduced to what a model needs: names, types, enums, small bounds, short descriptions. */
export function leanInput(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as Part
  const chosen = anyOf && rest['type'] === undefined ? { ...leanInput(anyOf[0] as JsonSchema), ...rest } : rest
  const isRange = chosen['minimum'] !== undefined && Number(chosen['maximum'] ?? Infinity) <= RANGE_MAX
  const noise = (key: string, value: unknown) => isNoise(key, value) || (/^(max|min)imum$/.test(key) && !isRange)
  const entries = Object.entries(chosen).flatMap(([key, value]) =>
    noise(key, value) ? [] : [[key, leanPart(key, value)]],
  )
  return Object.fromEntries(entries)
}

function isNoise(key: string, value: unknown): boolean {
  if (key === 'description') return String(value).length > DESCRIPTION_MAX
  return OMITTED.has(key) || (key === 'additionalProperties' && value !== false)
}

function leanPart(key: string, value: unknown): unknown {
  if (key === 'properties') return mapValues(value as Record<string, JsonSchema>, leanInput)
  return key === 'items' ? leanInput(value as JsonSchema) : value
}

function mapValues<Value>(values: Record<string, Value>, change: (value: Value) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

/** An output schema two levels deep; an object that was already described is reduced to its type. */
export function outlineOutput(schema: JsonSchema, described: Set<string>, depth = 2): JsonSchema {
  const { type, properties, items, required, anyOf } = schema as Part
  if (anyOf) return nullable(anyOf, described, depth)
  if (type === 'array')
    return items && depth > 0 ? { type, items: outlineOutput(items, described, depth - 1) } : { type }
  if (type !== 'object' || !properties || depth === 0) return type === undefined ? {} : { type }
  const key = JSON.stringify(properties)
  if (depth < 2 && described.has(key)) return { type }
  described.add(key)
  const parts = Object.entries(properties).map(([name, part]) => [name, outlineOutput(part, described, depth - 1)])
  return { type, properties: Object.fromEntries(parts), ...(depth === 2 && required !== undefined && { required }) }
}

/** One type or null; a union of several types is left open. */
function nullable(anyOf: readonly JsonSchema[], described: Set<string>, depth: number): JsonSchema {
  const [first, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (!first || others.length > 0) return {}
  const { type, ...rest } = outlineOutput(first, described, depth)
  return { ...rest, ...(typeof type === 'string' && { type: [type, 'null'] }) }
}
