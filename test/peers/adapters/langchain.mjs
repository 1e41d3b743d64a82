// LangChain with the tools of Slipway. The model is scripted: it asks for one tool call.
import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { createClient } from '../../../packages/sdk/src/index.ts'
import { langchainTools, listTools } from '../../../packages/sdk/src/tools.ts'

const [url, key] = process.argv.slice(2)
const tools = langchainTools(await listTools(createClient({ url, key })), { tool })
const script = new AIMessage({
  content: '',
  tool_calls: [{ type: 'tool_call', id: '1', name: 'svc_arena_create_room', args: { topic: 'From LangChain' } }],
})
const results = await Promise.all(
  script.tool_calls.map((call) => tools.find(({ name }) => name === call.name).invoke(call)),
)
const { content } = await new FakeListChatModel({ responses: ['Done.'] }).invoke(['Open a room.', script, ...results])
console.log(JSON.stringify({ text: content, topic: JSON.parse(results[0].content).room.topic }))
