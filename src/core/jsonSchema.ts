import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** The JSON Schema of the wire format: codecs appear as sent, not as handlers see them. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
