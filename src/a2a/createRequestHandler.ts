import { AgentCard, type Task } from '@a2a-js/sdk'
import { TaskNotCancelableError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import type { AgentPushes } from '#core/AgentPush.ts'
import { type AgentRun, type AgentRuns, hasEnded, isSettled } from '#core/AgentRun.ts'
import type { Call } from '#core/Operation.ts'
import { inProtocol } from './inProtocol.ts'
import { listQuery, requireHistoryLength } from './listQuery.ts'
import { pushIfWanted, pushMethods, requirePush } from './pushMethods.ts'
import { saidOf } from './saidOf.ts'
import { streamRun } from './streamRun.ts'
import { toTask } from './toTask.ts'

/** The key of our `Call` in the context of the protocol. */
export const CALL_KEY = 'slipway.call'

/** The protocol's operations on conversations with the caller's agents. */
export function createRequestHandler(runs: AgentRuns, card: () => object, pushes: AgentPushes): A2ARequestHandler {
  return {
    getAgentCard: async () => AgentCard.fromJSON(card()),
    getAuthenticatedExtendedAgentCard: () =>
      Promise.reject(new UnsupportedOperationError('The agent has no extended card; the public card is complete.')),
    async sendMessage(request, context) {
      const call = callOf(context)
      requireHistoryLength(request.configuration?.historyLength)
      await requirePush(pushes, request.configuration)
      const run = await inProtocol(runs.say(saidOf(request), call))
      await pushIfWanted(pushes, { configuration: request.configuration, run, call })
      const isWaited = request.configuration?.returnImmediately !== true
      return toTask(isWaited ? await settled(runs, run, call) : run, request.configuration?.historyLength)
    },
    async *sendMessageStream(request, context) {
      const call = callOf(context)
      await requirePush(pushes, request.configuration)
      const run = await inProtocol(runs.say(saidOf(request), call))
      await pushIfWanted(pushes, { configuration: request.configuration, run, call })
      yield* streamRun(runs, run, call)
    },
    async getTask({ id, historyLength }, context) {
      requireHistoryLength(historyLength)
      return toTask(await inProtocol(runs.find(id, callOf(context))), historyLength)
    },
    listTasks: (request, context) => listTasks(runs, request, callOf(context)),
    cancelTask: async ({ id }, context): Promise<Task> =>
      toTask(await inProtocol(runs.cancel(id, callOf(context)), TaskNotCancelableError)),
    async *resubscribe({ id }, context) {
      const call = callOf(context)
      const run = await inProtocol(runs.find(id, call))
      // A reader that was cut off before the end may still read the missed updates.
      if (hasEnded(run.status) && !call.raw.headers.has('last-event-id'))
        throw new UnsupportedOperationError(`Task ${id} has ended; read it with GetTask.`)
      yield* streamRun(runs, run, call)
    },
    ...pushMethods(pushes, callOf),
  }
}

const listTasks = async (
  runs: AgentRuns,
  request: Parameters<A2ARequestHandler['listTasks']>[0],
  call: Call,
): ReturnType<A2ARequestHandler['listTasks']> => {
  const query = listQuery(request)
  if (query === 'none') return { tasks: [], nextPageToken: '', pageSize: request.pageSize ?? 0, totalSize: 0 }
  const { runs: found, total, next } = await inProtocol(runs.list(query, call))
  const tasks = found.map((run) => toTask(run, request.historyLength))
  return {
    tasks: request.includeArtifacts === true ? tasks : tasks.map((task) => ({ ...task, artifacts: [] })),
    nextPageToken: next ?? '',
    pageSize: query.limit,
    totalSize: total,
  }
}

function callOf(context: ServerCallContext): Call {
  const call = context.state.get(CALL_KEY) as Call
  reached.add(call)
  return call
}

const reached = new WeakSet<Call>()

/** Whether the request of this call was decoded and came here. */
export function isDecoded(call: Call): boolean {
  return reached.has(call)
}

async function settled(runs: AgentRuns, run: AgentRun, call: Call): Promise<AgentRun> {
  if (isSettled(run)) return run
  for await (const update of runs.follow(run, run.question.seq, call)) {
    if (update.type === 'status' && isSettled(update.run)) return update.run
  }
  return run
}
