import type { z } from 'zod'
import type { Access } from './Access.ts'
import type { Call, LimitClass } from './Operation.ts'

/** One MCP tool, as data: the tool server, the server card and the access table are functions of the list. */
export type Tool = {
  name: `svc_${string}`
  title: string
  description: string
  access: Access
  limit: LimitClass
  input: z.ZodType
  output: z.ZodType
  annotations: Annotations
  run: (input: never, call: Call) => unknown
}

/** What a client may assume of a tool before it calls it, in the words of the protocol; none is left to a default. */
export type Annotations = {
  readOnlyHint: boolean
  /** Whether it may undo or remove something. */
  destructiveHint: boolean
  /** Whether a second call with the same input changes nothing more. */
  idempotentHint: boolean
  /** Whether what it shows was written by strangers. */
  openWorldHint: boolean
}

/** A tool whose function is typed from its schemas. */
export function define<Input extends z.ZodType, Output extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: Input
    output: Output
    run(input: z.output<Input>, call: Call): Promise<z.output<Output>> | z.output<Output>
  },
): Tool {
  return tool
}
