import { isObject } from '#core/isObject.ts'
import type { Tool } from '#core/Tool.ts'
import type { Work } from '#core/ToolWork.ts'
import { callTool } from './callTool.ts'
import { capabilitiesOf } from './clientCapabilities.ts'
import { inputRequestsOf } from './inputRequests.ts'
import type { Params } from './Message.ts'
import type { Method, MethodContext } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import { reporterOf } from './progress.ts'
import type { Participation } from './runWork.ts'
import { toTask } from './taskMethods.ts'
import { filterTools } from './toolFilter.ts'
import * as toolResult from './toolResult.ts'

/** `tools/call`: a result, a task for work that continues, or a question of the work to the client. */
export function toolMethod(tools: readonly Tool[], baseUrl: string): Method {
  const byName = namesOf(tools)
  return async (params, context) => {
    const { generation, call, refused, filter } = context
    const tool = requireTool(filter ? namesOf(filterTools(tools, filter)) : byName, params)
    const participation = participationOf(params, context)
    const outcome = await callTool(tool, params['arguments'], { call, participation, parent: traceparentIn(params) })
    if ('error' in outcome) {
      refused?.(outcome.error)
      return toolResult.failure(outcome.error, generation, baseUrl)
    }
    const { output, work } = outcome
    return (work && unfinished(work, params, context)) ?? toolResult.success(tool, output)
  }
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The span of the client that the call belongs to (W3C Trace Context). */
function traceparentIn({ _meta }: Params): string | undefined {
  const parent = isObject(_meta) ? _meta['traceparent'] : undefined
  return typeof parent === 'string' && TRACEPARENT.test(parent) ? parent : undefined
}

function participationOf(params: Params, context: MethodContext): Participation {
  const { requestState: id } = params
  const resumed = typeof id === 'string' ? { id, responses: params['inputResponses'] } : undefined
  if (capabilitiesOf(params, context.generation).followsTasks) return { wait: 'beforeTask', resumed }
  const report = reporterOf(params, context)
  return { wait: report ? 'withProgress' : 'plain', report, resumed }
}

/** How a client continues with work that has not ended; undefined if only the output describes it. */
function unfinished(work: Work, params: Params, { generation }: MethodContext): object | undefined {
  const { followsTasks, answersQuestions } = capabilitiesOf(params, generation)
  if (work.status !== 'working') return undefined
  if (followsTasks) return { resultType: 'task', ...toTask(work) }
  if (!answersQuestions || work.questions.length === 0) return undefined
  return { resultType: 'input_required', inputRequests: inputRequestsOf(work), requestState: work.id }
}

function namesOf(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]))
}

function requireTool(byName: ReadonlyMap<string, Tool>, { name, arguments: input = {} }: Params): Tool {
  if (typeof name !== 'string') throw new ProtocolError('invalidParams', 'name must be the name of a tool.')
  if (!isObject(input)) throw new ProtocolError('invalidParams', 'arguments must be an object.')
  const tool = byName.get(name)
  if (tool) return tool
  const names = [...byName.keys()].join(', ')
  throw new ProtocolError('invalidParams', `Unknown tool: ${name.slice(0, 80)}. Available: ${names}.`)
}
