import type { JsonSchema } from '#core/jsonSchema.ts'

type Part = JsonSchema & { anyOf?: JsonSchema[]; items?: JsonSchema; properties?: Record<string, JsonSchema> }

/** What the tool checks anyway, and says in its refusal; a model calls as well without it. */
const UNSAID = new Set([
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
/** Bounds that are a choice; larger ones are only there to stop nonsense. */
const RANGE_MAX = 100

/** An input in as few bytes as a model needs: names, types, choices, small bounds, short notes. */
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
  return UNSAID.has(key) || (key === 'additionalProperties' && value !== false)
}

function leanPart(key: string, value: unknown): unknown {
  if (key === 'properties') return mapValues(value as Record<string, JsonSchema>, leanInput)
  return key === 'items' ? leanInput(value as JsonSchema) : value
}

function mapValues<Value>(values: Record<string, Value>, change: (value: Value) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

/** What was described already; a second time its type alone is told. */
export type Seen = Set<string>

/** An output in outline: what there is, two levels deep, and of which type. */
export function outlineOutput(schema: JsonSchema, seen: Seen, depth = 2): JsonSchema {
  const { type, properties, items, required, anyOf } = schema as Part
  if (anyOf) return nullable(anyOf, seen, depth)
  if (type === 'array') return items && depth > 0 ? { type, items: outlineOutput(items, seen, depth - 1) } : { type }
  if (type !== 'object' || !properties || depth === 0) return type === undefined ? {} : { type }
  const key = JSON.stringify(properties)
  if (depth < 2 && seen.has(key)) return { type }
  seen.add(key)
  const parts = Object.entries(properties).map(([name, part]) => [name, outlineOutput(part, seen, depth - 1)])
  return { type, properties: Object.fromEntries(parts), ...(depth === 2 && required !== undefined && { required }) }
}

/** One type or none; of several kinds nothing is said. */
function nullable(anyOf: readonly JsonSchema[], seen: Seen, depth: number): JsonSchema {
  const [first, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (!first || others.length > 0) return {}
  const { type, ...rest } = outlineOutput(first, seen, depth)
  return { ...rest, ...(typeof type === 'string' && { type: [type, 'null'] }) }
}
