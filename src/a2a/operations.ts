import { AgentCard } from '@a2a-js/sdk'
import { type A2ARequestHandler, JsonRpcTransportHandler } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import type { AgentRuns } from '#core/AgentRun.ts'
import { ApiError, body } from '#core/ApiError.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { type CardOptions, legacyCard, signedCard } from './agentCard.ts'
import { createRequestHandler } from './createRequestHandler.ts'
import { eventStream } from './eventStream.ts'
import { type Admit, contextOf, shared, stoppable, textOf } from './requests.ts'
import { restOperations } from './restOperations.ts'

const Anything = z.unknown()

/** The A2A endpoint over JSON-RPC and REST, and the agent card. */
export function operations(runs: AgentRuns, { admit, ...options }: CardOptions & { admit: Admit }): Operation[] {
  let signed: Promise<AgentCard> | undefined
  const card = () => (signed ??= signedCard(options))
  const handler = createRequestHandler(runs, card)
  return [agentCard(card), jsonRpc(handler, admit), ...restOperations(handler, admit)]
}

function agentCard(card: () => Promise<AgentCard>): Operation {
  return defineRaw({
    name: 'getAgentCard',
    method: 'GET',
    path: '/.well-known/agent-card.json',
    tag: 'discovery',
    summary: 'The signed A2A agent card; with `A2A-Version: 0.3` in the form of that version.',
    access: none,
    limit: 'read',
    errors: [],
    contentType: 'application/json',
    ignoresUnknownQuery: true,
    request: z.object({}),
    response: Anything,
    async respond(_, call) {
      const signed = await card()
      const isLegacy = call.raw.headers.get('a2a-version')?.startsWith('0.3') === true
      const document = isLegacy ? legacyCard(signed) : AgentCard.toJSON(signed)
      const headers = { 'cache-control': 'public, max-age=300', vary: 'a2a-version, accept-encoding' }
      return Response.json(document, { headers })
    },
  })
}

function jsonRpc(handler: A2ARequestHandler, admit: Admit): Operation {
  const transport = new JsonRpcTransportHandler(handler)
  return defineRaw({
    ...shared,
    name: 'callAgent',
    method: 'POST',
    path: '/a2a',
    summary:
      'The A2A 1.0 endpoint, JSON-RPC: SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask.',
    request: z.object({}),
    failure: (error) => ({ jsonrpc: '2.0', id: null, error: toRpcError(error) }),
    async respond(_, call) {
      if (!isJson(textOf(call))) return Response.json({ jsonrpc: '2.0', id: null, error: NO_JSON })
      const { call: followed, stop } = stoppable(call)
      const answer = await transport.handle(textOf(call), contextOf(followed))
      if (!(Symbol.asyncIterator in answer)) return Response.json(answer)
      const id = idOf(textOf(call))
      const failure = (error: unknown) => ({ jsonrpc: '2.0', id, error: toRpcError(error) })
      return eventStream(answer, { failure, stop, admit: (end) => admit(call, end) })
    },
  })
}

/** An error of our own is an invalid request to the protocol. */
function toRpcError(error: unknown): object {
  if (error instanceof ApiError) return { code: -32600, message: error.message, data: [body(error)] }
  return JsonRpcTransportHandler.mapToJSONRPCError(error)
}

const NO_JSON = { code: -32700, message: 'The body is not JSON. Send a JSON-RPC 2.0 request.' }

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function idOf(text: string): unknown {
  return (JSON.parse(text) as { id?: unknown }).id ?? null
}
