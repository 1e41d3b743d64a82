import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** A schema as its wire side shows it: codecs by what is sent, not by what handlers see. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
