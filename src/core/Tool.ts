import type { z } from 'zod'
import type { Access } from './Access.ts'
import type { Call, LimitClass } from './Operation.ts'
import type { ToolWork } from './ToolWork.ts'

/** One MCP tool as data; the server, the server card and the access table are derived from the list. */
export type Tool = {
  name: `svc_${string}`
  title: string
  description: string
  access: Access
  limit: LimitClass
  input: z.ZodType
  output: z.ZodType
  annotations: Annotations
  /** Whether chats can show its result as a card. */
  hasCard?: true
  /** How work that outlives the call continues. If set, `run` starts the work and does not wait. */
  work?: ToolWork
  run: (input: never, call: Call) => unknown
}

/** MCP's hints about a tool; all are required, so that none is left to the protocol's default. */
export type Annotations = {
  readOnlyHint: boolean
  /** Whether it may delete or undo something. */
  destructiveHint: boolean
  /** Whether repeating a call with the same input has no further effect. */
  idempotentHint: boolean
  /** Whether its output may contain text written by strangers. */
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
