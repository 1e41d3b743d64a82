import type { Call } from '#core/Operation.ts'
import type { Skill } from '#core/Skill.ts'
import type { Tool } from '#core/Tool.ts'
import { callTool } from './callTool.ts'
import { describeTools } from './describeTools.ts'
import { isObject, type Params } from './Message.ts'
import type { Method } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import { type Era, LEGACY, MODERN } from './protocolVersion.ts'
import { skillMethods } from './skillMethods.ts'
import * as toolResult from './toolResult.ts'

export type McpServer = {
  /** The result of a method as JSON text; throws the protocol's errors. */
  run(method: string, params: Params, asked: { era: Era; call: Call }): Promise<string>
}

type ServerOptions = {
  info: { name: string; title: string; version: string; websiteUrl: string }
  baseUrl: string
  instructions: string
  tools: readonly Tool[]
  skills: readonly Skill[]
}

/** What is the same for everybody may be kept this long. */
const LIST = { ttlMs: 300_000, cacheScope: 'public' }
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** The tools and skills under the protocol's methods; what never changes is put into text once. */
export function createMcpServer(options: ServerOptions): McpServer {
  const { info, tools } = options
  const methods = methodsOf(options)
  const described = { tools: describeTools(tools) }
  const fixed: Record<Era, string> = {
    legacy: JSON.stringify(described),
    modern: JSON.stringify(complete({ ...described, ...LIST }, info)),
  }
  return {
    async run(method, params, asked) {
      if (method === 'tools/list') {
        await asked.call.take('read')
        return fixed[asked.era]
      }
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw unknownMethod(method, asked.era)
      if (method !== 'tools/call') await asked.call.take('read')
      const result = await run(params, asked)
      return JSON.stringify(asked.era === 'modern' ? complete(result, info) : result)
    },
  }
}

function complete(result: object, info: object): object {
  const { _meta, ...rest } = result as { _meta?: object }
  return { resultType: 'complete', ...rest, _meta: { ..._meta, [SERVER_INFO]: info } }
}

function methodsOf(options: ServerOptions): Record<string, Method> {
  const { info, instructions, tools, skills, baseUrl } = options
  const byName = new Map<string, Tool>(tools.map((tool) => [tool.name, tool]))
  const capabilities = {
    tools: { listChanged: false },
    resources: { subscribe: false, listChanged: false },
    prompts: { listChanged: false },
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  }
  return {
    initialize: inLegacy(({ protocolVersion }) => {
      const wanted = LEGACY.find((version) => version === protocolVersion)
      return { protocolVersion: wanted ?? LEGACY[0], capabilities, serverInfo: info, instructions }
    }),
    ping: inLegacy(() => ({})),
    'server/discover': inModern(() => ({ supportedVersions: [MODERN], capabilities, instructions, ...LIST })),
    'tools/call': async (params, { era, call }) => {
      const tool = requireTool(byName, params)
      const outcome = await callTool(tool, params['arguments'], call)
      return 'error' in outcome
        ? toolResult.failure(outcome.error, era, baseUrl)
        : toolResult.success(tool, outcome.output)
    },
    'prompts/list': () => ({ prompts: [], ...LIST }),
    ...skillMethods(skills, LIST),
  }
}

/** `initialize` and `ping` went with the revision that has no sessions; `server/discover` came with it. */
function inLegacy(run: Method): Method {
  return (params, asked) => {
    if (asked.era === 'modern') throw unknownMethod('This method', asked.era)
    return run(params, asked)
  }
}

function inModern(run: Method): Method {
  return (params, asked) => {
    if (asked.era === 'legacy') throw unknownMethod('server/discover', asked.era)
    return run(params, asked)
  }
}

function requireTool(byName: ReadonlyMap<string, Tool>, { name, arguments: given = {} }: Params): Tool {
  if (typeof name !== 'string') throw new ProtocolError('invalidParams', 'name must be the name of a tool.')
  if (!isObject(given)) throw new ProtocolError('invalidParams', 'arguments must be an object.')
  const tool = byName.get(name)
  if (tool) return tool
  const names = [...byName.keys()].join(', ')
  throw new ProtocolError('invalidParams', `Unknown tool: ${name.slice(0, 80)}. There are: ${names}.`)
}

function unknownMethod(method: string, era: Era): ProtocolError {
  const message = `Method not found: ${method.slice(0, 80)}.`
  return new ProtocolError('methodNotFound', message, { status: era === 'modern' ? 404 : 200 })
}
