import { type JsonSchema, jsonSchema } from '#core/jsonSchema.ts'
import type { Annotations, Tool } from '#core/Tool.ts'
import { CARD_META } from './card.ts'
import { leanInput, outlineOutput } from './leanSchema.ts'

export type ToolDescription = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: Annotations
  _meta?: object
}

/** The tools for `tools/list`, kept short because the list takes up a model's context. */
export function describeTools(tools: readonly Tool[], { cards = false } = {}): ToolDescription[] {
  return tools.map((tool) => ({ ...describeTool(tool), ...(cards && tool.hasCard && { _meta: CARD_META }) }))
}

function describeTool(tool: Tool): ToolDescription {
  const { name, title, description, input, output, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: inputOf(leanInput(jsonSchema(input))),
    outputSchema: outlineOutput(jsonSchema(output)),
    annotations,
  }
}

/** Every tool refuses unknown fields; only the schema of a tool without input states it. */
function inputOf({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  const isEmpty = Object.keys((schema['properties'] ?? {}) as object).length === 0
  return { type: 'object', ...schema, ...(isEmpty && { additionalProperties: false }) }
}
