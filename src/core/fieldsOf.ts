import type { z } from 'zod'
import { type JsonSchema, jsonSchema } from './jsonSchema.ts'

/** The field names of a request schema, across all its variants. */
export function fieldsOf(schema: z.ZodType): string[] {
  return [...new Set(namesIn(jsonSchema(schema)))]
}

function namesIn(schema: JsonSchema): string[] {
  const forms = [schema['oneOf'], schema['anyOf'], schema['allOf']].flatMap((list) => (list ?? []) as JsonSchema[])
  return [...Object.keys(schema['properties'] ?? {}), ...forms.flatMap(namesIn)]
}
