import { join } from 'node:path'
import { isObject } from '#core/isObject.ts'
import { requireTasks } from '#mcp/clientCapabilities.ts'
import { createMcpServer, type McpServer } from '#mcp/createMcpServer.ts'
import type { Params } from '#mcp/Message.ts'
import { ProtocolError } from '#mcp/ProtocolError.ts'
import { loadSkills } from '#skills/loadSkills.ts'
import { requireParameterHeader } from './fixtureHeader.ts'
import { describeRaw, embedded, image, PNG, RAW_TOOLS, TOOLS, text } from './fixtureTools.ts'
import { toolOf, WORKING_TOOLS } from './fixtureWork.ts'
import { ASKING_PROMPT, type Asking, NAME_FIRST, nameIn } from './inputRequired.ts'

type Result = Record<string, unknown>

const INFO = { name: 'conformance', title: 'Conformance', version: '1', websiteUrl: 'http://localhost' }
const CACHE = { ttlMs: 60_000, cacheScope: 'public' }

const user = (content: object) => ({ role: 'user', content })

const PROMPTS: Readonly<Record<string, Asking>> = {
  test_simple_prompt: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  test_prompt_with_arguments: ({ arguments: given }) => {
    const { arg1, arg2 } = isObject(given) ? given : {}
    return { messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }
  },
  test_prompt_with_embedded_resource: ({ arguments: given }) => {
    const { resourceUri } = isObject(given) ? given : {}
    return { messages: [user(embedded(String(resourceUri))), user(text('Please process the resource above.'))] }
  },
  test_prompt_with_image: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
  test_input_required_result_prompt: ASKING_PROMPT,
}

const RESOURCES: Readonly<Record<string, object>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
}

function resource(uri: string): object | undefined {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return id === undefined ? RESOURCES[uri] : { mimeType: 'application/json', text: JSON.stringify(data) }
}

/** Methods that the suite needs and the product does not have; undefined delegates to the product's server. */
const METHODS: Readonly<Record<string, (params: Params) => Result | undefined>> = {
  'tools/call': (params) => {
    if (params['name'] === 'failing_job') requireTasks(params, 'modern')
    if (params['name'] === 'test_tool_with_task') return nameIn(params) === undefined ? NAME_FIRST(params) : undefined
    return RAW_TOOLS[String(params['name'])]?.(params)
  },
  'prompts/list': () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({ name, description: 'A prompt of the conformance suite.' })),
    ...CACHE,
  }),
  'prompts/get': (params) => {
    const prompt = PROMPTS[String(params['name'])]
    if (!prompt) throw new ProtocolError('invalidParams', 'There is no such prompt.')
    return prompt(params)
  },
  'resources/read': ({ uri }) => {
    const found = resource(String(uri))
    return found && { contents: [{ uri, ...found }], ...CACHE }
  },
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By id.' }],
    ...CACHE,
  }),
  'completion/complete': () => ({ completion: { values: ['test'], total: 1, hasMore: false } }),
}

/** Fields added to the answers of the product's own server. */
const ADDED: Readonly<Record<string, (result: Result) => Result>> = {
  'tools/list': (result) => ({
    ...result,
    tools: [...(result['tools'] as object[]), ...Object.keys(RAW_TOOLS).map(describeRaw)],
  }),
  'resources/list': (result) => ({
    ...result,
    resources: [
      ...(result['resources'] as object[]),
      ...Object.keys(RESOURCES).map((uri) => ({ uri, name: uri, description: 'A resource of the conformance suite.' })),
    ],
  }),
  'tasks/get': withFailures,
  initialize: withCompletions,
  'server/discover': withCompletions,
}

function withCompletions(result: Result): Result {
  return { ...result, capabilities: { ...(result['capabilities'] as object), completions: {} } }
}

/** A name that was asked for comes as an argument. */
function withName(params: Params): Params {
  const name = nameIn(params)
  return params['name'] === 'test_tool_with_task' && name !== undefined ? { ...params, arguments: { name } } : params
}

/** No work of the product ends in an error of its tool or of the protocol. */
function withFailures({ result, ...task }: Result): Result {
  const tool = toolOf(String(task['taskId']))
  if (!result || tool === undefined || !(tool in FAILURES)) return { ...task, ...(result !== undefined && { result }) }
  return { ...task, ...FAILURES[tool] }
}

const FAILURES: Readonly<Record<string, Result>> = {
  failing_job: { result: { content: [text('This job failed.')], isError: true } },
  protocol_error_job: { status: 'failed', error: { code: -32603, message: 'This job broke.' } },
}

/** The product's tool server with the conformance suite's tools in it; revisions, headers and envelopes are the product's. */
export async function createFixtureServer(): Promise<McpServer> {
  const skills = await loadSkills(join(import.meta.dirname, 'skills'), {})
  const server = createMcpServer({
    info: INFO,
    baseUrl: INFO.websiteUrl,
    instructions: '',
    tools: [...TOOLS, ...WORKING_TOOLS],
    skills,
  })
  return {
    challenge: server.challenge,
    listen: server.listen,
    async run(method, params, asked) {
      if (method === 'tools/call') requireParameterHeader(params, asked.call.raw.headers)
      const own = METHODS[method]?.(params)
      if (own) return JSON.stringify(asked.generation === 'modern' ? { resultType: 'complete', ...own } : own)
      const result = await server.run(method, withName(params), asked)
      return ADDED[method] ? JSON.stringify(ADDED[method](JSON.parse(result))) : result
    },
  }
}
