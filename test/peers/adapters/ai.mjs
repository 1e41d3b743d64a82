// The Vercel AI SDK with the tools of Slipway. The model is scripted: it lists rooms, then answers.
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { createClient } from '../../../packages/sdk/src/index.ts'
import { aiTools, listTools } from '../../../packages/sdk/src/tools.ts'

const [url, key] = process.argv.slice(2)
const tools = await listTools(createClient({ url, key }))
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const call = { type: 'tool-call', toolCallId: '1', toolName: 'svc_arena_create_room', input: '{"topic":"From the AI SDK"}' }
const turns = [
  { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] },
  { content: [{ type: 'text', text: 'Done.' }], finishReason: { unified: 'stop' }, usage, warnings: [] },
]
const model = new MockLanguageModelV3({ doGenerate: async () => turns.shift() })
const { text, steps } = await generateText({
  model,
  tools: aiTools(tools, { tool, jsonSchema }),
  prompt: 'Open a room.',
  stopWhen: stepCountIs(3),
})
console.log(JSON.stringify({ text, topic: steps[0].toolResults[0].output.room.topic }))
