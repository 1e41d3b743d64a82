import { type JsonSchema, jsonSchema } from '#core/jsonSchema.ts'
import type { Annotations, Tool } from '#core/Tool.ts'
import { leanInput, outlineOutput, type Seen } from './leanSchema.ts'

export type ToolDescription = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: Annotations
}

/** Tools as clients are told of them: everything they need, and nothing that only costs them context. */
export function describeTools(tools: readonly Tool[]): ToolDescription[] {
  const seen: Seen = new Set()
  return tools.map((tool) => describeTool(tool, seen))
}

function describeTool({ name, title, description, input, output, annotations }: Tool, seen: Seen): ToolDescription {
  return {
    name,
    title,
    description: firstSentence(description),
    inputSchema: inputOf(leanInput(jsonSchema(input))),
    outputSchema: { type: 'object', ...outlineOutput(jsonSchema(output), seen) },
    annotations,
  }
}

/** The rest of a description is in the documents. */
function firstSentence(description: string): string {
  return description.split(/(?<=\.) /, 1)[0] ?? description
}

/** Only a tool without input says that it takes nothing else; every tool refuses what it does not know. */
function inputOf({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  const isEmpty = Object.keys((schema['properties'] ?? {}) as object).length === 0
  return { type: 'object', ...schema, ...(isEmpty && { additionalProperties: false }) }
}
