import { ListTasksRequest, ListTasksResponse, Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk'
import { restStatusFor, toRestErrorBody } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { ApiError, body } from '#core/ApiError.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { eventStream } from './eventStream.ts'
import { contextOf, jsonOf, shared } from './requests.ts'

const failure = (error: ApiError) => ({
  error: { code: error.status, message: error.message, details: [body(error)] },
})
type Route = { name: string; method: 'GET' | 'POST'; path: string; summary: string }
const at = ({ path, ...route }: Route) =>
  ({ ...shared, ...route, path: `/a2a${path}`, failure, limit: route.method === 'GET' ? 'read' : 'write' }) as const
const inForm = (work: () => Promise<Response> | Response) => Promise.resolve().then(work).catch(restFailure)
const streamed = (events: AsyncGenerator<StreamResponse, void, undefined>) =>
  eventStream(toJson(events), (error) => toRestErrorBody(error, restStatusFor(error)))

/** The protocol's operations as plain HTTP. */
export function restOperations(handler: A2ARequestHandler): Operation[] {
  return [...messages(handler), ...tasks(handler)]
}

function messages(handler: A2ARequestHandler): Operation[] {
  return [
    defineRaw({
      ...at({
        name: 'sendAgentMessage',
        method: 'POST',
        path: '/message:send',
        summary: 'A2A: say something and wait for the reply.',
      }),
      request: z.object({}),
      respond: (_, call) =>
        inForm(async () => {
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
        summary: 'A2A: say something and follow what happens.',
      }),
      request: z.object({}),
      respond: (_, call) =>
        inForm(() => streamed(handler.sendMessageStream(SendMessageRequest.fromJSON(jsonOf(call)), contextOf(call)))),
    }),
  ]
}

function tasks(handler: A2ARequestHandler): Operation[] {
  return [
    defineRaw({
      ...at({
        name: 'listAgentTasks',
        method: 'GET',
        path: '/tasks',
        summary: 'A2A: the caller’s tasks, newest first.',
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
        inForm(async () => {
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
        summary: 'A2A: one task; with `:subscribe` behind its id, what happens to it.',
      }),
      request: z.object({ taskId: z.string().max(120), historyLength: z.string().optional() }),
      respond: ({ taskId, historyLength }, call) =>
        inForm(async () => {
          const id = withoutAction(taskId, ':subscribe')
          if (id !== undefined) return streamed(handler.resubscribe({ id, tenant: '' }, contextOf(call)))
          const asked = {
            id: taskId,
            tenant: '',
            ...(historyLength !== undefined && { historyLength: Number(historyLength) }),
          }
          return Response.json(Task.toJSON(await handler.getTask(asked, contextOf(call))))
        }),
    }),
    defineRaw({
      ...at({
        name: 'actOnAgentTask',
        method: 'POST',
        path: '/tasks/{taskId}',
        summary: 'A2A: `:cancel` or `:subscribe` behind the id of a task.',
      }),
      request: z.object({ taskId: z.string().max(120) }),
      respond: ({ taskId }, call) =>
        inForm(async () => {
          const cancelled = withoutAction(taskId, ':cancel')
          if (cancelled !== undefined)
            return Response.json(
              Task.toJSON(
                await handler.cancelTask({ id: cancelled, tenant: '', metadata: undefined }, contextOf(call)),
              ),
            )
          const followed = withoutAction(taskId, ':subscribe')
          if (followed !== undefined)
            return streamed(handler.resubscribe({ id: followed, tenant: '' }, contextOf(call)))
          throw new ApiError('not_found', 'Put :cancel or :subscribe behind the id of the task.')
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

async function* toJson(events: AsyncGenerator<StreamResponse, void, undefined>): AsyncGenerator<unknown> {
  for await (const event of events) yield StreamResponse.toJSON(event)
}
