// OpenAI Agents with the tools of Slipway. The model is scripted: it opens a room, then answers.
import { Agent, Runner, setTracingDisabled, tool, Usage } from '@openai/agents'
import { createClient } from '../../../packages/sdk/src/index.ts'
import { listTools, openAiTools } from '../../../packages/sdk/src/tools.ts'

const [url, key] = process.argv.slice(2)
setTracingDisabled(true)
const tools = openAiTools(await listTools(createClient({ url, key })), { tool })
const call = { type: 'function_call', callId: '1', name: 'svc_arena_create_room', arguments: '{"topic":"From OpenAI Agents"}', status: 'completed' }
const words = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] }
const turns = [[call], [words]]
let heard
const model = {
  async getResponse({ input }) {
    heard = input
    return { usage: new Usage(), output: turns.shift() }
  },
}
const agent = new Agent({ name: 'desk', instructions: 'Use the tools.', model, tools })
const { finalOutput } = await new Runner().run(agent, 'Open a room.')
const result = heard.find(({ type }) => type === 'function_call_result')
const text = typeof result.output === 'string' ? result.output : result.output.text
console.log(JSON.stringify({ text: finalOutput, topic: JSON.parse(text).room.topic }))
