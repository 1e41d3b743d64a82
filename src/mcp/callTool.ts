import { z } from 'zod'
import { authorize } from '#core/Access.ts'
import * as ApiError from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import { traced } from '#core/tracing.ts'
import { decode } from '#http/decode.ts'

export type ToolOutcome = { output: unknown } | { error: ApiError.ApiError }

/** Runs a tool with its own access rule, rate limit and schemas, and reports it under its own name. */
export async function callTool(tool: Tool, input: unknown, call: Call): Promise<ToolOutcome> {
  const startedAt = performance.now()
  const outcome = await traced(
    () => ({ name: `tool ${tool.name}`, kind: 'internal' }),
    () => attempt(tool, input, call),
  )
  const error = 'error' in outcome ? outcome.error : undefined
  call.report({
    name: tool.name,
    status: error?.status ?? 200,
    ...(error && { code: error.code }),
    ...(error?.status === 500 && { cause: error.cause ?? error }),
    durationMs: performance.now() - startedAt,
  })
  return outcome
}

async function attempt(tool: Tool, input: unknown, call: Call): Promise<ToolOutcome> {
  try {
    await call.take(tool.limit)
    authorize(tool.access, call.caller)
    const output = await (tool.run as (input: unknown, call: Call) => unknown)(decode(tool.input, input ?? {}), call)
    return { output: encode(tool, output) }
  } catch (thrown) {
    return { error: ApiError.from(thrown) }
  }
}

function encode(tool: Tool, output: unknown): unknown {
  const result = z.safeEncode(tool.output, output)
  if (result.success) return result.data
  throw new Error(`The output of ${tool.name} does not match its schema: ${result.error.message}`)
}
