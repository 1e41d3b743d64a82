import { ListTasksRequest, ListTasksResponse, Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk'
import { restStatusFor, toRestErrorBody } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { ApiError, body } from '#core/ApiError.ts'
import { type Call, defineRaw, type Operation } from '#core/Operation.ts'
import { eventStream } from './eventStream.ts'
import { type Admit, contextOf, jsonOf, shared, stoppable } from './requests.ts'

const failure = (error: ApiError) => ({
  error: { code: error.status, message: error.message, details: [body(error)] },
})
type Route = { name: string; method: 'GET' | 'POST'; path: string; summary: string }
const at = ({ path, ...route }: Route) =>
  ({ ...shared, ...route, path: `/a2a${path}`, failure, limit: route.method === 'GET' ? 'read' : 'write' }) as const
const asRest = (work: () => Promise<Response> | Response) => Promise.resolve().then(work).catch(restFailure)
type Events = AsyncGenerator<StreamResponse, void, undefined>
type Stream = (call: Call, open: (context: ServerCallContext) => Events) => Promise<Response>

/** The protocol's operations as plain HTTP. */
export function restOperations(handler: A2ARequestHandler, admit: Admit): Operation[] {
  const stream: Stream = (call, open) => {
    const { call: followed, stop } = stoppable(call)
    const events = toJson(open(contextOf(followed)))
    return eventStream(events, { failure: streamFailure, stop, admit: (end) => admit(call, end) })
  }
  return [...messages(handler, stream), ...tasks(handler, stream)]
}

function streamFailure(error: unknown): object {
  return error instanceof ApiError ? failure(error) : toRestErrorBody(error, restStatusFor(error))
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
        asRest(async () => {
          const result = await handler.sendMessage(SendMessageRequest.fromJSON(jsonOf(call)), contextOf(call))
          return Response.json(
            'messageId' in result ? { message: Message.toJSON(result) } : { task: Task.toJSON(result) },
          )
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
        asRest(() => {
          const request = SendMessageRequest.fromJSON(jsonOf(call))
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
        asRest(async () => {
          const numbers = {
            ...(query.pageSize && { pageSize: Number(query.pageSize) }),
            ...(query.historyLength && { historyLength: Number(query.historyLength) }),
          }
          const result = await handler.listTasks(ListTasksRequest.fromJSON({ ...query, ...numbers }), contextOf(call))
          return Response.json(ListTasksResponse.toJSON(result))
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
        asRest(async () => {
          const id = withoutAction(taskId, ':subscribe')
          if (id !== undefined) return stream(call, (context) => handler.resubscribe({ id, tenant: '' }, context))
          const query = {
            id: taskId,
            tenant: '',
            ...(historyLength !== undefined && { historyLength: Number(historyLength) }),
          }
          return Response.json(Task.toJSON(await handler.getTask(query, contextOf(call))))
        }),
    }),
    defineRaw({
      ...at({
        name: 'actOnAgentTask',
        method: 'POST',
        path: '/tasks/{taskId}',
        summary: 'A2A: `:cancel` or `:subscribe` after the id of a task.',
      }),
      request: z.object({ taskId: z.string().max(120) }),
      respond: ({ taskId }, call) =>
        asRest(async () => {
          const cancelled = withoutAction(taskId, ':cancel')
          if (cancelled !== undefined)
            return Response.json(
              Task.toJSON(
                await handler.cancelTask({ id: cancelled, tenant: '', metadata: undefined }, contextOf(call)),
              ),
            )
          const followed = withoutAction(taskId, ':subscribe')
          if (followed !== undefined)
            return stream(call, (context) => handler.resubscribe({ id: followed, tenant: '' }, context))
          throw new ApiError('not_found', 'Add :cancel or :subscribe after the id of the task.')
        }),
    }),
  ]
}

function withoutAction(taskId: string, action: string): string | undefined {
  return taskId.endsWith(action) ? taskId.slice(0, -action.length) : undefined
}

function restFailure(error: unknown): Response {
  if (error instanceof ApiError) throw error
  const status = restStatusFor(error)
  if (status >= 500) throw error
  return Response.json(toRestErrorBody(error, status), { status })
}

async function* toJson(events: Events): AsyncGenerator<unknown> {
  for await (const event of events) yield StreamResponse.toJSON(event)
}
