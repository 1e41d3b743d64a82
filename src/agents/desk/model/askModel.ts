import type { Service } from '../Service.ts'

/** A message in the form of OpenAI's Chat Completions, which most model servers understand. */
export type Message =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: readonly ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } }

/** A function that the model may call; it gets the result as text. */
export type ModelTool = { description: string; argument: string; run(value: string): Promise<string> }

type Ask = {
  service: Service
  model: string
  /** The conversation; the answers of the model and of the tools are added to it. */
  messages: Message[]
  tools: Readonly<Record<string, ModelTool>>
  signal: AbortSignal
}

const STEPS_MAX = 8
const RESULT_MAX = 8_000

/** Asks the model, runs the tools that it calls, and asks again until it answers in words. */
export async function askModel(ask: Ask): Promise<string> {
  for (let step = 1; step <= STEPS_MAX && !ask.signal.aborted; step++) {
    const { content, calls } = await complete(ask, step === STEPS_MAX)
    if (calls.length === 0) return content ?? ''
    for (const { id, function: called } of calls) {
      const result = await runTool(ask.tools, called)
      ask.messages.push({ role: 'tool', tool_call_id: id, content: result.slice(0, RESULT_MAX) })
    }
  }
  return ''
}

type Completion = { content: string | null; calls: readonly ToolCall[] }

/** One answer of the model. The last one gets no tools, so that it ends in words. */
async function complete({ service, model, messages, tools }: Ask, isLast: boolean): Promise<Completion> {
  const offered = isLast ? {} : { tools: Object.entries(tools).map(([name, tool]) => describe(name, tool)) }
  const { status, body } = await service('POST', '/egress/v1/chat/completions', { model, messages, ...offered })
  if (status !== 200) throw new Error(body?.error?.message ?? body?.message ?? 'It returned no answer.')
  const { content = null, tool_calls: calls = [] } = body?.choices?.[0]?.message ?? {}
  messages.push({ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) })
  return { content, calls }
}

function describe(name: string, { description, argument }: ModelTool): object {
  const parameters = { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] }
  return { type: 'function', function: { name, description, parameters } }
}

async function runTool(tools: Ask['tools'], called: ToolCall['function']): Promise<string> {
  const tool = Object.hasOwn(tools, called.name) ? tools[called.name] : undefined
  if (!tool) return `There is no tool ${called.name}. The tools are ${Object.keys(tools).join(' and ')}.`
  try {
    return await tool.run(String(JSON.parse(called.arguments)[tool.argument]))
  } catch (error) {
    return `It failed: ${error instanceof Error ? error.message : 'unknown'}`
  }
}
