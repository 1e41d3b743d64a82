import { authorize } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { isObject } from '#core/isObject.ts'
import type { Call } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import type { ToolWork, Work } from '#core/ToolWork.ts'
import { encodeOutput } from './callTool.ts'
import { capabilitiesOf, requireTasks } from './clientCapabilities.ts'
import { answersIn, inputRequestsOf } from './inputRequests.ts'
import type { Params } from './Message.ts'
import type { Method } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import { refusal } from './refusal.ts'
import { filterTools } from './toolFilter.ts'
import * as toolResult from './toolResult.ts'

const POLL_INTERVAL_MS = 1_000

/** Work as a task of the tasks extension. It is kept as long as the records of its tool. */
export function toTask({ id, status, note, questions, createdAt, updatedAt }: Work): object {
  return {
    taskId: id,
    status: status === 'working' && questions.length > 0 ? 'input_required' : status,
    statusMessage: note,
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
    ttlMs: null,
    pollIntervalMs: POLL_INTERVAL_MS,
  }
}

/** The methods of the tasks extension, for tools whose work may outlive the call. */
export function taskMethods(tools: readonly Tool[]): Record<string, Method> {
  const known = (run: (found: ToolTask, params: Params, call: Call) => Promise<object>): Method => {
    return async (params, { generation, call, filter }) => {
      requireTasks(params, generation)
      const found = await findTask(filter ? filterTools(tools, filter) : tools, params, call)
      return run(found, params, call).catch((error: unknown) => {
        throw refusal(error)
      })
    }
  }
  return {
    'tasks/get': known(async (found, params) => detailed(found, params)),
    'tasks/update': known(async ({ tool, work }, params, call) => {
      if (!isObject(params['inputResponses']))
        throw new ProtocolError('invalidParams', 'inputResponses must be an object of responses by their keys.')
      for (const answer of answersIn(params['inputResponses'], work)) await tool.work.answer(work.id, answer, call)
      return {}
    }),
    'tasks/cancel': known(async ({ tool, work }, _, call) => {
      await tool.work.cancel(work.id, call)
      return {}
    }),
  }
}

/** The state of a task, as `tasks/get` returns it. */
export async function readTask(tools: readonly Tool[], params: Params, call: Call): Promise<object> {
  return detailed(await findTask(tools, params, call), params)
}

/** The task with all that a client needs next: its result, or the questions that it can answer. */
function detailed({ tool, work }: ToolTask, params: Params): object {
  const { answersQuestions } = capabilitiesOf(params, 'modern')
  const asked = answersQuestions ? work : { ...work, questions: [] }
  const task = toTask(asked)
  if (work.status === 'completed') return { ...task, result: { resultType: 'complete', ...resultOf(tool, work) } }
  return work.status === 'working' && asked.questions.length > 0
    ? { ...task, inputRequests: inputRequestsOf(asked) }
    : task
}

function resultOf(tool: Tool, { output }: Work): object {
  return toolResult.success(tool, encodeOutput(tool, output))
}

type Working = Tool & { work: ToolWork }
type ToolTask = { tool: Working; work: Work }

export async function findTask(tools: readonly Tool[], { taskId }: Params, call: Call): Promise<ToolTask> {
  if (typeof taskId !== 'string') throw new ProtocolError('invalidParams', 'taskId must be the id of a task.')
  for (const tool of tools.filter((one): one is Working => one.work !== undefined)) {
    const work = await findOf(tool, taskId, call)
    if (work) return { tool, work }
  }
  throw new ProtocolError('invalidParams', `You have no task ${taskId.slice(0, 80)}.`)
}

async function findOf(tool: Working, id: string, call: Call): Promise<Work | undefined> {
  try {
    authorize(tool.access, call.caller)
    return await tool.work.find(id, call)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw refusal(error)
  }
}
