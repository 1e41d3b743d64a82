import {
  type AgentCard,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
  TaskState,
} from '@a2a-js/sdk'
import {
  ContentTypeNotSupportedError,
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { type AgentMessage, type AgentRun, type AgentRuns, hasEnded, isSettled } from '#core/AgentRun.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import { statusOf, toStreamResponse, toTask } from './toTask.ts'

const TEXT_MAX = 4_000
const PAGE_DEFAULT = 50
const PAGE_MAX = 100
/** The key of our `Call` in the context of the protocol. */
export const CALL_KEY = 'slipway.call'

/** The protocol's operations on conversations with the caller's agents. */
export function createRequestHandler(runs: AgentRuns, card: () => Promise<AgentCard>): A2ARequestHandler {
  const refusePush = () => Promise.reject(new PushNotificationNotSupportedError())
  return {
    getAgentCard: card,
    getAuthenticatedExtendedAgentCard: () => Promise.reject(new ExtendedAgentCardNotConfiguredError()),
    async sendMessage(request, context) {
      const call = callOf(context)
      const run = await inProtocol(runs.say(saidOf(request), call))
      const isWaited = request.configuration?.returnImmediately !== true
      return toTask(isWaited ? await settled(runs, run, call) : run, request.configuration?.historyLength)
    },
    async *sendMessageStream(request, context) {
      const call = callOf(context)
      yield* stream(runs, await inProtocol(runs.say(saidOf(request), call)), call)
    },
    async getTask({ id, historyLength }, context) {
      return toTask(await inProtocol(runs.find(id, callOf(context))), historyLength)
    },
    async listTasks({ contextId, status, pageSize, pageToken, historyLength }, context) {
      const limit = Math.min(PAGE_MAX, Math.max(1, pageSize || PAGE_DEFAULT))
      const wanted = status === TaskState.TASK_STATE_UNSPECIFIED ? undefined : statusOf(status)
      if (status !== TaskState.TASK_STATE_UNSPECIFIED && wanted === undefined)
        return { tasks: [], nextPageToken: '', pageSize: limit, totalSize: 0 }
      const query = { limit, contextId: contextId || undefined, status: wanted, before: pageToken || undefined }
      const { runs: found, total, next } = await inProtocol(runs.list(query, callOf(context)))
      return {
        tasks: found.map((run) => toTask(run, historyLength)),
        nextPageToken: next ?? '',
        pageSize: found.length,
        totalSize: total,
      }
    },
    cancelTask: async ({ id }, context): Promise<Task> =>
      toTask(await inProtocol(runs.cancel(id, callOf(context)), TaskNotCancelableError)),
    async *resubscribe({ id }, context) {
      const call = callOf(context)
      const run = await inProtocol(runs.find(id, call))
      // A reader that was cut off before the end may still read what it missed.
      if (hasEnded(run.status) && !call.raw.headers.has('last-event-id'))
        throw new UnsupportedOperationError(`Task ${id} has ended; read it with GetTask.`)
      yield* stream(runs, run, call)
    },
    createTaskPushNotificationConfig: refusePush,
    getTaskPushNotificationConfig: refusePush,
    listTaskPushNotificationConfigs: refusePush,
    deleteTaskPushNotificationConfig: refusePush,
  }
}

function callOf(context: ServerCallContext): Call {
  return context.state.get(CALL_KEY) as Call
}

/** The text of the message; throws for any other kind of part. */
function saidOf({ message }: SendMessageRequest): AgentMessage {
  if (!message) throw new RequestMalformedError('Send params.message with parts.')
  if (!message.messageId)
    throw new RequestMalformedError('Send message.messageId; a repeated id means the same message.')
  const text = message.parts.map(textOf).join('\n').trim()
  if (text === '') throw new RequestMalformedError('Send a text part that is not empty.')
  if (text.length > TEXT_MAX) throw new RequestMalformedError(`Send at most ${TEXT_MAX} characters of text.`)
  return {
    text,
    messageId: message.messageId,
    contextId: message.contextId || undefined,
    runId: message.taskId || undefined,
  }
}

function textOf({ content }: Message['parts'][number]): string {
  if (content?.$case === 'text') return content.value
  throw new ContentTypeNotSupportedError(`This agent reads text parts, not ${content?.$case ?? 'unknown'} parts.`)
}

async function settled(runs: AgentRuns, run: AgentRun, call: Call): Promise<AgentRun> {
  if (isSettled(run)) return run
  for await (const update of runs.follow(run, run.question.seq, call)) {
    if (update.type === 'status' && isSettled(update.run)) return update.run
  }
  return run
}

/** The task, then its updates; a reader that was cut off continues after the last number it received. */
async function* stream(runs: AgentRuns, run: AgentRun, call: Call): AsyncGenerator<StreamResponse, void, undefined> {
  const seen = Number(call.raw.headers.get('last-event-id') ?? 0)
  const after = Number.isSafeInteger(seen) ? Math.max(seen, run.question.seq) : run.question.seq
  yield { payload: { $case: 'task', value: { ...toTask(run), artifacts: [] } } }
  for await (const update of runs.follow(run, after, call)) yield toStreamResponse(run, update)
}

type Refusal = new (message?: string) => Error

/** Our errors as errors of the protocol; any other failure is rethrown. */
async function inProtocol<Result>(work: Promise<Result>, failed: Refusal = UnsupportedOperationError): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found') throw new TaskNotFoundError(error.message)
    if (error.code === 'failed_precondition') throw new failed(error.message)
    if (error.status < 500) throw new RequestMalformedError(error.message)
    throw error
  }
}
