import { z } from 'zod'
import { authorize } from '#core/Access.ts'
import * as ApiError from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import type { Work } from '#core/ToolWork.ts'
import { traced } from '#core/tracing.ts'
import { decode } from '#http/decode.ts'
import { awaitWork, type Participation, resume } from './runWork.ts'

/** `work` may outlive the call; `output` is its state at this moment. */
export type ToolOutcome = { output: unknown; work?: Work } | { error: ApiError.ApiError }

type Context = {
  call: Call
  participation?: Participation
  /** The caller's `traceparent`. Default: the call belongs to its request */
  parent?: string | undefined
}

/** Runs a tool with its own access rule, rate limit and schemas, and reports it under its own name. */
export async function callTool(tool: Tool, input: unknown, context: Context): Promise<ToolOutcome> {
  const startedAt = performance.now()
  const outcome = await traced(
    () => ({ name: `tool ${tool.name}`, kind: context.parent ? 'server' : 'internal', parent: context.parent }),
    () => attempt(tool, input, context),
  )
  const error = 'error' in outcome ? outcome.error : undefined
  context.call.report({
    name: tool.name,
    status: error?.status ?? 200,
    ...(error && { code: error.code }),
    ...(error?.status === 500 && { cause: error.cause ?? error }),
    durationMs: performance.now() - startedAt,
  })
  return outcome
}

async function attempt(tool: Tool, input: unknown, context: Context): Promise<ToolOutcome> {
  const { call } = context
  try {
    await call.take(tool.limit)
    authorize(tool.access, call.caller)
    const { output, work } = await run(tool, decode(tool.input, input ?? {}), context)
    return { output: encodeOutput(tool, output), ...(work && { work }) }
  } catch (thrown) {
    return { error: ApiError.from(thrown) }
  }
}

/** Runs a tool; a tool with work starts or continues it, and waits. */
async function run(tool: Tool, input: unknown, { call, participation = { wait: 'plain' } }: Context) {
  const { resumed } = participation
  const start = () => (tool.run as (input: unknown, call: Call) => unknown)(input, call)
  if (!tool.work) return { output: await start() }
  if (resumed) await resume(tool.work, resumed, call)
  const output = resumed ? undefined : await start()
  const id = resumed ? resumed.id : tool.work.pendingIn(output)
  if (id === undefined) return { output }
  const work = await awaitWork(tool.work, { id, ...participation }, call)
  return { output: work.output, work }
}

/** An output in the form of the wire; throws if it does not match the tool's schema. */
export function encodeOutput(tool: Tool, output: unknown): unknown {
  const result = z.safeEncode(tool.output, output)
  if (result.success) return result.data
  throw new Error(`The output of ${tool.name} does not match its schema: ${result.error.message}`)
}
