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
const DESCRIPTION_MAX = 28

/** An input in as few bytes as a model needs: names, types, choices, small bounds, short notes. */
export function leanInput(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as Part
  const chosen = anyOf && rest['type'] === undefined ? { ...leanInput(anyOf[0] as JsonSchema), ...rest } : rest
  const entries = Object.entries(chosen).flatMap(([key, value]) =>
    isNoise(key, value) ? [] : [[key, leanPart(value)]],
  )
  return Object.fromEntries(entries)
}

function isNoise(key: string, value: unknown): boolean {
  if (key === 'description') return String(value).length > DESCRIPTION_MAX
  if (key === 'maximum' || key === 'minimum') return Math.abs(Number(value)) > 10_000
  return UNSAID.has(key) || (key === 'additionalProperties' && value !== false)
}

function leanPart(value: unknown): unknown {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return value
  const isSchema = 'type' in value || 'anyOf' in value || 'enum' in value
  if (isSchema) return leanInput(value as JsonSchema)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, leanPart(part)]))
}

/** An output in outline: what there is, two levels deep, and of which type. */
export function outlineOutput(schema: JsonSchema, depth = 2): JsonSchema {
  const { type, properties, items, required, anyOf } = schema as Part
  if (anyOf) return nullable(anyOf, depth)
  if (type === 'array') return items && depth > 0 ? { type, items: outlineOutput(items, depth - 1) } : { type }
  if (type !== 'object' || !properties || depth === 0) return type === undefined ? {} : { type }
  const parts = Object.entries(properties).map(([name, part]) => [name, outlineOutput(part, depth - 1)])
  return { type, properties: Object.fromEntries(parts), ...(depth === 2 && required !== undefined && { required }) }
}

/** One type or none; of several kinds nothing is said. */
function nullable(anyOf: readonly JsonSchema[], depth: number): JsonSchema {
  const [first, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (!first || others.length > 0) return {}
  const { type, ...rest } = outlineOutput(first, depth)
  return { ...rest, ...(typeof type === 'string' && { type: [type, 'null'] }) }
}
