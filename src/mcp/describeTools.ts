import { type JsonSchema, jsonSchema } from '#core/jsonSchema.ts'
import type { Annotations, Tool } from '#core/Tool.ts'
import { leanInput, outlineOutput } from './leanSchema.ts'

export type ToolDescription = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: Annotations
}

/** The tools for `tools/list`, kept short because the list takes up a model's context. */
export function describeTools(tools: readonly Tool[]): ToolDescription[] {
  const described = new Set<string>()
  return tools.map((tool) => describeTool(tool, described))
}

function describeTool(tool: Tool, described: Set<string>): ToolDescription {
  const { name, title, description, input, output, annotations } = tool
  return {
    name,
    title,
    description: firstSentence(description),
    inputSchema: inputOf(leanInput(jsonSchema(input))),
    outputSchema: { type: 'object', ...outlineOutput(jsonSchema(output), described) },
    annotations,
  }
}

/** The rest of a description is in the documents. */
function firstSentence(description: string): string {
  return description.split(/(?<=\.) /, 1)[0] ?? description
}

/** Every tool refuses unknown fields; the schema says so only for a tool without input. */
function inputOf({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  const isEmpty = Object.keys((schema['properties'] ?? {}) as object).length === 0
  return { type: 'object', ...schema, ...(isEmpty && { additionalProperties: false }) }
}
