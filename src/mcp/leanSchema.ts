import type { JsonSchema } from '#core/jsonSchema.ts'

type Part = JsonSchema & { anyOf?: JsonSchema[]; items?: JsonSchema; properties?: Record<string, JsonSchema> }

/** Left out, because the tool checks these itself and names them in its errors. */
const OMITTED = new Set(['pattern', 'format', 'propertyNames', 'minLength', 'maxLength', 'minItems', 'maxItems'])
/** Larger bounds only guard against abuse and are left out. */
const RANGE_MAX = 100_000

/** An input schema reduced to the parts that a model needs: names, types, enums, defaults, bounds and descriptions. */
export function leanInput(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as Part
  const chosen = anyOf && rest['type'] === undefined ? { ...leanInput(anyOf[0] as JsonSchema), ...rest } : rest
  const entries = Object.entries(chosen).flatMap(([key, value]) =>
    isNoise(key, value) ? [] : [[key, leanPart(key, value)]],
  )
  return Object.fromEntries(entries)
}

function isNoise(key: string, value: unknown): boolean {
  if (/^(max|min)imum$/.test(key)) return Math.abs(Number(value)) > RANGE_MAX
  // A flag that is off and a field that is empty are the defaults a model assumes.
  if (key === 'default') return value === false || value === '' || typeof value === 'object'
  return OMITTED.has(key) || (key === 'additionalProperties' && value !== false)
}

function leanPart(key: string, value: unknown): unknown {
  if (key === 'properties') return mapValues(value as Record<string, JsonSchema>, leanInput)
  return key === 'items' ? leanInput(value as JsonSchema) : value
}

function mapValues<Value>(values: Record<string, Value>, change: (value: Value) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

/** The names and types of an output, one level deep; most hosts show a model none of it. */
export function outlineOutput(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema as Part
  const parts = Object.entries(properties).map(([name, part]) => [name, typeOf(part)])
  return { type: 'object', properties: Object.fromEntries(parts) }
}

/** The type alone; a value that may be null, or of several types, is left open. */
function typeOf({ type }: JsonSchema): JsonSchema {
  return typeof type === 'string' ? { type } : {}
}
