import {
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk'
import { restStatusFor, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { type Call, defineRaw, type Method, type Operation } from '#core/Operation.ts'
import { eventStream } from './eventStream.ts'
import { AgentError, restFailure } from './failures.ts'
import { type Admit, contextOf, decoded, shared, stoppable } from './requests.ts'
import { CURRENT, requireVersion, versionOf } from './version.ts'

const CONTENT_TYPE = 'application/a2a+json'

type Route = { name: string; method: Method; path: string; summary: string }
const at = ({ path, ...route }: Route) =>
  ({
    ...shared,
    ...route,
    path: `/a2a${path}`,
    contentType: CONTENT_TYPE,
    failure: { schema: AgentError, of: restFailure },
    limit: route.method === 'GET' ? 'read' : 'write',
  }) as const
type Events = AsyncGenerator<StreamResponse, void, undefined>
type Stream = (call: Call, open: (context: ServerCallContext) => Events) => Promise<Response>

/** The protocol's operations as plain HTTP. */
export function restOperations(handler: A2ARequestHandler, admit: Admit): Operation[] {
  const stream: Stream = (call, open) => {
    const { call: followed, stop } = stoppable(call)
    const events = toJson(open(contextOf(followed, CURRENT)))
    return eventStream(events, { failure: restFailure, stop, admit: (end) => admit(call, end) })
  }
  return [...messages(handler, stream), ...tasks(handler, stream), ...pushes(handler), extendedCard()]
}

/** Runs the work for a version that is served; errors of the protocol become their HTTP status. */
async function asRest(call: Call, work: (context: ServerCallContext) => Promise<Response>): Promise<Response> {
  try {
    requireVersion(versionOf(call), [CURRENT])
    return await work(contextOf(call, CURRENT))
  } catch (error) {
    const status = error instanceof ApiError ? error.status : restStatusFor(error)
    if (error instanceof ApiError || status >= 500) throw error
    return answer(restFailure(error) as object, status)
  }
}

function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'content-type': CONTENT_TYPE } })
}

function messages(handler: A2ARequestHandler, stream: Stream): Operation[] {
  return [
    defineRaw({
      ...at({
        name: 'sendAgentMessage',
        method: 'POST',
        path: '/message:send',
        summary: 'A2A: send a message and wait for the reply.',
      }),
      request: z.object({}),
      respond: (_, call) =>
        asRest(call, async (context) => {
          const result = await handler.sendMessage(decoded(SendMessageRequest.fromJSON, call), context)
          return answer('messageId' in result ? { message: Message.toJSON(result) } : { task: Task.toJSON(result) })
        }),
    }),
    defineRaw({
      ...at({
        name: 'streamAgentMessage',
        method: 'POST',
        path: '/message:stream',
        summary: 'A2A: send a message and stream the updates.',
      }),
      request: z.object({}),
      respond: (_, call) =>
        asRest(call, () => {
          const request = decoded(SendMessageRequest.fromJSON, call)
          return stream(call, (context) => handler.sendMessageStream(request, context))
        }),
    }),
  ]
}

function tasks(handler: A2ARequestHandler, stream: Stream): Operation[] {
  return [
    defineRaw({
      ...at({
        name: 'listAgentTasks',
        method: 'GET',
        path: '/tasks',
        summary: 'A2A: list your tasks, newest first.',
      }),
      request: z.object({
        contextId: z.string().optional(),
        status: z.string().optional(),
        pageSize: z.string().optional(),
        pageToken: z.string().optional(),
        historyLength: z.string().optional(),
        includeArtifacts: z.string().optional(),
        statusTimestampAfter: z.string().optional(),
      }),
      respond: (query, call) =>
        asRest(call, async (context) => {
          const includeArtifacts = query.includeArtifacts === 'true'
          const result = await handler.listTasks(ListTasksRequest.fromJSON({ ...query, includeArtifacts }), context)
          const { nextPageToken, pageSize, totalSize } = result
          // The encoder leaves out empty fields, which this response must have.
          return answer({
            tasks: [],
            ...(ListTasksResponse.toJSON(result) as object),
            nextPageToken,
            pageSize,
            totalSize,
          })
        }),
    }),
    defineRaw({
      ...at({
        name: 'getAgentTask',
        method: 'GET',
        path: '/tasks/{taskId}',
        summary: 'A2A: get a task; with `:subscribe` after the id, stream its updates.',
      }),
      request: z.object({ taskId: z.string().max(120), historyLength: z.string().optional() }),
      respond: ({ taskId, historyLength }, call) =>
        asRest(call, async (context) => {
          const id = withoutAction(taskId, ':subscribe')
          if (id !== undefined) return stream(call, (followed) => handler.resubscribe({ id, tenant: '' }, followed))
          const query = {
            id: taskId,
            tenant: '',
            ...(historyLength !== undefined && { historyLength: Number(historyLength) }),
          }
          return answer(Task.toJSON(await handler.getTask(query, context)) as object)
        }),
    }),
    defineRaw({
      ...at({
        name: 'actOnAgentTask',
        method: 'POST',
        path: '/tasks/{taskId}',
        summary: 'A2A: cancel a task with `:cancel` after its id, or stream its updates with `:subscribe`.',
      }),
      request: z.object({ taskId: z.string().max(120) }),
      respond: ({ taskId }, call) =>
        asRest(call, async (context) => {
          const cancelled = withoutAction(taskId, ':cancel')
          if (cancelled !== undefined) {
            const task = await handler.cancelTask({ id: cancelled, tenant: '', metadata: undefined }, context)
            return answer(Task.toJSON(task) as object)
          }
          const id = withoutAction(taskId, ':subscribe')
          if (id !== undefined) return stream(call, (followed) => handler.resubscribe({ id, tenant: '' }, followed))
          throw new ApiError('not_found', 'Add :cancel or :subscribe after the id of the task.')
        }),
    }),
  ]
}

const PUSH_PATH = '/tasks/{taskId}/pushNotificationConfigs'
const TaskParam = z.string().max(120)

function pushes(handler: A2ARequestHandler): Operation[] {
  const one = {
    path: `${PUSH_PATH}/{configId}`,
    request: z.object({ taskId: TaskParam, configId: z.string().max(120) }),
  }
  return [
    defineRaw({
      ...at({
        name: 'createAgentPushConfig',
        method: 'POST',
        path: PUSH_PATH,
        summary: 'A2A: create a push notification config for a task; it is called when the task ends or needs input.',
      }),
      request: z.object({ taskId: TaskParam }),
      respond: ({ taskId }, call) =>
        asRest(call, async (context) => {
          const config = { ...decoded(TaskPushNotificationConfig.fromJSON, call), taskId }
          return answer(configOf(await handler.createTaskPushNotificationConfig(config, context)))
        }),
    }),
    defineRaw({
      ...at({
        name: 'listAgentPushConfigs',
        method: 'GET',
        path: PUSH_PATH,
        summary: 'A2A: list the push notification configs of a task.',
      }),
      request: z.object({ taskId: TaskParam, pageSize: z.string().optional(), pageToken: z.string().optional() }),
      respond: ({ taskId }, call) =>
        asRest(call, async (context) => {
          const query = { taskId, tenant: '', pageSize: 0, pageToken: '' }
          const { configs } = await handler.listTaskPushNotificationConfigs(query, context)
          return answer({ configs: configs.map(configOf), nextPageToken: '' })
        }),
    }),
    defineRaw({
      ...at({
        name: 'getAgentPushConfig',
        method: 'GET',
        path: one.path,
        summary: 'A2A: get a push notification config.',
      }),
      request: one.request,
      respond: ({ taskId, configId: id }, call) =>
        asRest(call, async (context) =>
          answer(configOf(await handler.getTaskPushNotificationConfig({ taskId, id, tenant: '' }, context))),
        ),
    }),
    defineRaw({
      ...at({
        name: 'deleteAgentPushConfig',
        method: 'DELETE',
        path: one.path,
        summary: 'A2A: delete a push notification config.',
      }),
      request: one.request,
      respond: ({ taskId, configId: id }, call) =>
        asRest(call, async (context) => {
          await handler.deleteTaskPushNotificationConfig({ taskId, id, tenant: '' }, context)
          return answer({})
        }),
    }),
  ]
}

function configOf(config: TaskPushNotificationConfig): object {
  return TaskPushNotificationConfig.toJSON(config) as object
}

/** An optional capability that the card declares as false; the protocol requires a specific error for it. */
function extendedCard(): Operation {
  return defineRaw({
    ...at({
      name: 'getExtendedAgentCard',
      method: 'GET',
      path: '/extendedAgentCard',
      summary: 'A2A: get the extended agent card. Not supported.',
    }),
    request: z.object({}),
    respond: (_, call) => asRest(call, () => Promise.reject(new UnsupportedOperationError())),
  })
}

function withoutAction(taskId: string, action: string): string | undefined {
  return taskId.endsWith(action) ? taskId.slice(0, -action.length) : undefined
}

async function* toJson(events: Events): AsyncGenerator<unknown> {
  for await (const event of events) yield StreamResponse.toJSON(event)
}
