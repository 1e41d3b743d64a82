import type { Caller } from '#core/Access.ts'
import type { ApiError } from '#core/ApiError.ts'
import type { Call, LimitClass, Operation } from '#core/Operation.ts'
import type { Skill } from '#core/Skill.ts'
import type { Tool } from '#core/Tool.ts'
import { APPS, withCard } from './card.ts'
import { challengeTool, scopesOf, type ToolChallenge } from './challengeTool.ts'
import { TASKS } from './clientCapabilities.ts'
import { completionMethods } from './completionMethods.ts'
import { describeTools } from './describeTools.ts'
import { listen } from './listen.ts'
import type { MessageId, Params } from './Message.ts'
import type { Method, MethodContext } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import { promptMethods } from './promptMethods.ts'
import { type Generation, LEGACY, MODERN } from './protocolVersion.ts'
import { skillMethods } from './skillMethods.ts'
import { taskMethods } from './taskMethods.ts'
import { filterTools, type ToolFilter } from './toolFilter.ts'
import { toolMethod } from './toolMethod.ts'

export type McpServer = {
  /** The result of a method as JSON text; throws a `ProtocolError`. */
  run(method: string, params: Params, context: MethodContext): Promise<string>
  /** Streams changes of resources; throws a `ProtocolError`. */
  listen(id: MessageId, params: Params, call: Call): Promise<Response>
  /** How a client may sign in for a tool call that was refused; undefined if it cannot. */
  challenge(error: ApiError, caller: Caller): ToolChallenge | undefined
}

type ServerOptions = {
  info: { name: string; title: string; version: string; websiteUrl: string }
  baseUrl: string
  /** Shown by clients; sent once, with the greeting. */
  icons?: readonly object[]
  instructions: string
  tools: readonly Tool[]
  skills: readonly Skill[]
  /** The document that shows a tool's result in a chat. Default: no cards */
  card?: string | undefined
  /** Operations that resources read from. */
  operationOf?: (name: string) => Operation | undefined
}

/** Caching hints for responses that are the same for every caller. */
const LIST = { ttlMs: 300_000, cacheScope: 'public' }
/** The limits of methods that write; tools have their own. */
const LIMITS: Readonly<Record<string, LimitClass>> = { 'tasks/update': 'write', 'tasks/cancel': 'control' }
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Serves the tools and skills under the protocol's methods; the list of tools is serialised once. */
export function createMcpServer(options: ServerOptions): McpServer {
  const { info, tools } = options
  const methods = methodsOf(options)
  const describe = (served: readonly Tool[], generation: Generation) => {
    const described = { tools: describeTools(served, { cards: options.card !== undefined }) }
    return JSON.stringify(generation === 'modern' ? complete({ ...described, ...LIST }, info) : described)
  }
  const toolList: Record<Generation, string> = { legacy: describe(tools, 'legacy'), modern: describe(tools, 'modern') }
  const listOf = (generation: Generation, filter: ToolFilter | undefined) =>
    filter ? describe(filterTools(tools, filter), generation) : toolList[generation]
  const scopes = scopesOf(tools)
  return {
    listen: (id, params, call) =>
      listen({ id, params, call, tools, operationOf: options.operationOf ?? (() => undefined) }),
    challenge: (error, caller) => challengeTool(error, caller, { baseUrl: options.baseUrl, scopes }),
    async run(method, params, context) {
      const { generation, call, filter } = context
      if (method === 'tools/list') {
        await call.take('read')
        return listOf(generation, filter)
      }
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw unknownMethod(method, generation)
      if (method !== 'tools/call') await call.take(LIMITS[method] ?? 'read')
      const result = await run(params, context)
      return JSON.stringify(generation === 'modern' ? complete(result, info) : result)
    },
  }
}

function complete(result: object, info: object): object {
  const { _meta, ...rest } = result as { _meta?: object }
  return { resultType: 'complete', ...rest, _meta: { ..._meta, [SERVER_INFO]: info } }
}

function methodsOf(options: ServerOptions): Record<string, Method> {
  const { info, icons, instructions, tools, skills, baseUrl, card, operationOf = () => undefined } = options
  const serverInfo = { ...info, ...(icons && { icons }) }
  const hasWork = tools.some(({ work }) => work !== undefined)
  const tasks = hasWork
    ? Object.fromEntries(Object.entries(taskMethods(tools)).map(([name, run]) => [name, inModern(name, run)]))
    : {}
  const capabilities = {
    tools: { listChanged: false },
    resources: { subscribe: false, listChanged: false },
    prompts: { listChanged: false },
    completions: {},
    extensions: {
      'io.modelcontextprotocol/skills': { directoryRead: true },
      ...(card !== undefined && { [APPS]: {} }),
    },
  }
  // Only the stateless revision follows resources and tasks without a session.
  const followable = {
    ...capabilities,
    resources: { subscribe: true, listChanged: false },
    extensions: { ...capabilities.extensions, ...(hasWork && { [TASKS]: {} }) },
  }
  return {
    initialize: inLegacy('initialize', ({ protocolVersion }) => {
      const supported = LEGACY.find((version) => version === protocolVersion)
      return { protocolVersion: supported ?? LEGACY[0], capabilities, serverInfo, instructions }
    }),
    ping: inLegacy('ping', () => ({})),
    'server/discover': inModern('server/discover', () => ({
      supportedVersions: [MODERN],
      capabilities: followable,
      instructions,
      ...LIST,
    })),
    'tools/call': toolMethod(tools, baseUrl),
    ...tasks,
    ...promptMethods(LIST),
    ...completionMethods(operationOf),
    ...withCard(card, skillMethods(skills, operationOf, LIST), LIST),
  }
}

/** The stateless revision replaced `initialize` and `ping` by `server/discover`. */
function inLegacy(name: string, run: Method): Method {
  return (params, context) => {
    if (context.generation === 'modern') throw unknownMethod(name, 'modern')
    return run(params, context)
  }
}

function inModern(name: string, run: Method): Method {
  return (params, context) => {
    if (context.generation === 'legacy') throw unknownMethod(name, 'legacy')
    return run(params, context)
  }
}

function unknownMethod(method: string, generation: Generation): ProtocolError {
  const message = `Method not found: ${method.slice(0, 80)}.`
  return new ProtocolError('methodNotFound', message, { status: generation === 'modern' ? 404 : 200 })
}
