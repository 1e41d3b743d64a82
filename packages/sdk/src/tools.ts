import type { Caller } from './createCaller.ts'
import type { Operation } from './Operation.ts'
import { SlipwayError } from './SlipwayError.ts'

/** A tool of the service, for a model to call. */
export type Tool = {
  name: string
  description: string
  /** The JSON Schema of its input. */
  schema: Record<string, unknown>
  /** Whether it changes nothing. */
  isReadOnly: boolean
  run(input: unknown): Promise<unknown>
}

/** The tool server (MCP), which answers every call with JSON. */
const callToolServer: Operation<object, Answer> = {
  name: 'callToolServer',
  method: 'POST',
  path: '/mcp',
  access: 'session',
}

type Answer = { result?: Result; error?: { message: string } }
type Result = { tools?: Listed[]; isError?: boolean; structuredContent?: unknown; content?: { text?: string }[] }
type Listed = {
  name: string
  description: string
  inputSchema: Record<string, unknown>
  annotations: { readOnlyHint: boolean }
}

/** The tools of the service. With credentials of the client, those that write work too. */
export async function listTools(client: { call: Caller }): Promise<Tool[]> {
  const { tools = [] } = await ask(client, 'tools/list', {})
  return tools.map(({ name, description, inputSchema, annotations }) => ({
    name,
    description,
    schema: inputSchema,
    isReadOnly: annotations.readOnlyHint,
    run: (input) => runTool(client, name, input),
  }))
}

async function runTool(client: { call: Caller }, name: string, input: unknown): Promise<unknown> {
  const { isError, structuredContent, content } = await ask(client, 'tools/call', { name, arguments: input ?? {} })
  // A model corrects itself by the message, so it is a result and not an exception.
  return isError ? { error: content?.[0]?.text ?? 'The tool failed.' } : structuredContent
}

async function ask({ call }: { call: Caller }, method: string, params: object): Promise<Result> {
  const headers = { accept: 'application/json, text/event-stream' }
  const { result, error } = await call(callToolServer, { jsonrpc: '2.0', id: 1, method, params }, { headers })
  if (result) return result
  throw new SlipwayError(error?.message ?? 'The tool server sent no result.', { code: 'unknown' })
}

type Make<Given extends unknown[], Made> = (...given: Given) => Made

/** For the Vercel AI SDK, with its own `tool` and `jsonSchema`: `generateText({ model, tools: aiTools(tools, ai) })`. */
export function aiTools<Made>(
  tools: readonly Tool[],
  { tool, jsonSchema }: { tool: Make<[never], Made>; jsonSchema: Make<[never], unknown> },
): Record<string, Made> {
  const make = tool as Make<[object], Made>
  const entries = tools.map(({ name, description, schema, run }): [string, Made] => [
    name,
    make({ description, inputSchema: jsonSchema(schema as never), execute: run }),
  ])
  return Object.fromEntries(entries)
}

/** For LangChain, with `tool` of `@langchain/core/tools`: `model.bindTools(langchainTools(tools, { tool }))`. */
export function langchainTools<Made>(tools: readonly Tool[], { tool }: { tool: Make<[never, never], Made> }): Made[] {
  const make = tool as unknown as Make<[Tool['run'], object], Made>
  return tools.map(({ name, description, schema, run }) => make(asText(run), { name, description, schema }))
}

/** For OpenAI Agents, with `tool` of `@openai/agents`: `new Agent({ tools: openAiTools(tools, { tool }) })`. */
export function openAiTools<Made>(tools: readonly Tool[], { tool }: { tool: Make<[never], Made> }): Made[] {
  const make = tool as Make<[object], Made>
  return tools.map(({ name, description, schema, run }) =>
    make({ name, description, parameters: schema, strict: false, execute: asText(run) }),
  )
}

/** These frameworks pass text to the model. */
function asText(run: Tool['run']): (input: unknown) => Promise<string> {
  return async (input) => JSON.stringify(await run(input))
}
