import { isLegacyJsonRpcMethod, isV1JsonRpcMethod } from '@a2a-js/sdk/compat/v0_3'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { type A2ARequestHandler, JsonRpcTransportHandler } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { JsonRpcError } from '#core/JsonRpcError.ts'
import { type Call, defineRaw, type Operation } from '#core/Operation.ts'
import { isDecoded } from './createRequestHandler.ts'
import { eventStream } from './eventStream.ts'
import { rpcFailure } from './failures.ts'
import { type Admit, contextOf, parsed, shared, stoppable, textOf, WRONG_TYPE } from './requests.ts'
import { CURRENT, LEGACY, requireVersion, versionOf } from './version.ts'

type RpcRequest = { id: string | number; method: string; params?: unknown }

/** The endpoint over JSON-RPC: version 1.0, and 0.3 translated by the SDK. */
export function jsonRpc(handler: A2ARequestHandler, admit: Admit): Operation {
  const transports = {
    [CURRENT]: new JsonRpcTransportHandler(handler),
    [LEGACY]: new LegacyJsonRpcTransportHandler(handler),
  }
  return defineRaw({
    ...shared,
    name: 'callAgent',
    method: 'POST',
    path: '/a2a',
    summary:
      'Call the A2A endpoint over JSON-RPC: SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask.',
    description:
      'Send `A2A-Version: 1.0`. Without the header, the methods of version 0.3 are served, such as message/send.',
    request: z.object({}),
    failure: { schema: JsonRpcError, of: (error) => rpcFailure(null, error) },
    async respond(_, call) {
      const request = requestOf(call)
      if ('error' in request) return Response.json(request)
      const failure = (error: unknown) => rpcFailure(request.id, error)
      try {
        const version = versionFor(request, call)
        const { call: followed, stop } = stoppable(call)
        const answer = await transports[version].handle(request, contextOf(followed, version))
        if (!(Symbol.asyncIterator in answer)) return Response.json(isDecoded(followed) ? answer : undecoded(answer))
        return await eventStream(answer, { failure, stop, admit: (end) => admit(call, end) })
      } catch (error) {
        // Refusals of our own keep their HTTP status.
        if (error instanceof ApiError) throw error
        return Response.json(failure(error))
      }
    },
  })
}

/** Each version has its own method names, so a request without a version is served by the one that has its method. */
function versionFor({ method }: RpcRequest, call: Call): typeof CURRENT | typeof LEGACY {
  const version = versionOf(call)
  requireVersion(version, [CURRENT, LEGACY])
  if (version === '') return isLegacyJsonRpcMethod(method) ? LEGACY : CURRENT
  return version === LEGACY ? LEGACY : CURRENT
}

const ERRORS = {
  parse: { code: -32700, message: 'The body is not JSON. Send a JSON-RPC 2.0 request.' },
  request: {
    code: -32600,
    message: 'Not a JSON-RPC 2.0 request. Send {"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{…}}.',
  },
  method: { code: -32601, message: 'Unknown method. Send SendMessage, GetTask or another method of A2A.' },
}

const INTERNAL_ERROR = -32603
const INVALID_PARAMS = -32602

/** The answer to a request that did not reach the handler: what failed is the SDK's decoder. */
function undecoded(answer: object): object {
  const { code } = ('error' in answer ? answer.error : {}) as { code?: number }
  return code === INTERNAL_ERROR ? { ...answer, error: { code: INVALID_PARAMS, message: WRONG_TYPE } } : answer
}

type Refusal = { jsonrpc: '2.0'; id: string | number | null; error: object }

function requestOf(call: Call): (RpcRequest & Record<string, unknown>) | Refusal {
  const value = parsed(textOf(call)) as Partial<RpcRequest & { jsonrpc: string }> | undefined
  const id = typeof value?.id === 'string' || Number.isInteger(value?.id) ? (value?.id as string | number) : null
  const refuse = (error: object): Refusal => ({ jsonrpc: '2.0', id, error })
  if (value === undefined) return refuse(ERRORS.parse)
  const { jsonrpc, method, params } = value ?? {}
  if (jsonrpc !== '2.0' || typeof method !== 'string' || id === null) return refuse(ERRORS.request)
  if (!isV1JsonRpcMethod(method) && !isLegacyJsonRpcMethod(method)) return refuse(ERRORS.method)
  return { jsonrpc, id, method, ...(params !== undefined && { params }) }
}
