import { Writable } from 'node:stream'
import {
  client,
  type InitializeResponse,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk'
import { HISTORY_KEY } from '#agents/Card.ts'
import type { HistoryEntry } from '#agents/Turn.ts'
import type { Login } from '#boxes/catalogue/Login.ts'
import type { BoxProcess } from '#boxes/isolation/Driver.ts'
import { VERSION } from '#core/version.ts'
import { withTimeout } from '#core/withTimeout.ts'
import { createSessionOpener, type OpenedSession, type SessionRequest, transcriptOf } from './createSessionOpener.ts'
import { limitRate } from './limitRate.ts'

/** Receives the updates and permission requests of an agent, by the agent's session id. */
export type AgentListener = {
  updated(agentSession: string, update: SessionUpdate): void
  /** Resolves with the chosen option, or undefined when the request is cancelled. */
  asked(agentSession: string, request: RequestPermissionRequest): Promise<string | undefined>
}

/** A file inside the box, linked in a prompt. */
export type Link = { name: string; uri: string }
export type Prompt = { text: string; links: readonly Link[] }

/** A connection to the agent in a box, in the Agent Client Protocol. */
export type AgentConnection = {
  openSession(request: SessionRequest): Promise<OpenedSession>
  prompt(agentSession: string, prompt: Prompt): Promise<StopReason>
  cancel(agentSession: string): Promise<void>
  listen(listener: AgentListener): void
}

const START_MS = 60_000
const MESSAGE_BYTES_MAX = 4 * 2 ** 20

/** Connects to the agent of a box that was just started, and initializes it. */
export async function connectAgent(
  box: Pick<BoxProcess, 'stdin' | 'stdout'>,
  login: Login = {},
): Promise<AgentConnection> {
  let listener: AgentListener = { updated: () => {}, asked: async () => undefined }
  const app = client({ name: 'slipway' })
    .onNotification(methods.client.session.update, ({ params }) => listener.updated(params.sessionId, params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      const optionId = await listener.asked(params.sessionId, params)
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
  const { agent } = app.connect(
    ndJsonStream(Writable.toWeb(box.stdin) as WritableStream<Uint8Array>, ReadableStream.from(limitRate(box.stdout)), {
      maxMessageBytes: MESSAGE_BYTES_MAX,
    }),
  )
  const offered = await answered<InitializeResponse>(
    agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'slipway', version: VERSION },
      clientCapabilities: {},
    }),
  )
  const call = loginCall(login, offered)
  const takesHistory = offered.agentCapabilities?._meta?.[HISTORY_KEY] === true
  const openSession = createSessionOpener(
    (method, params) => answered(agent.request(method, params)),
    offered.agentCapabilities,
  )
  /** By session: the conversation that its agent does not know yet. */
  const untold = new Map<string, readonly HistoryEntry[]>()
  let isLoggedIn = call === undefined
  return {
    async openSession(request) {
      // Not at the start: a login may ask for the list of models, and the way out of the box opens later.
      if (call && !isLoggedIn) await answered<unknown>(agent.request(call.method, call.params))
      isLoggedIn = true
      const opened = await openSession(request)
      if (opened.isNew && !takesHistory && request.history.length > 0) untold.set(opened.id, request.history)
      return opened
    },
    async prompt(sessionId, { text, links }) {
      const files = links.map((link) => ({ type: 'resource_link' as const, mimeType: 'text/markdown', ...link }))
      const before = untold.get(sessionId)
      const texts = before ? [transcriptOf(before), text] : [text]
      untold.delete(sessionId)
      const prompt = [...files, ...texts.map((one) => ({ type: 'text' as const, text: one }))]
      const response = await agent.request<{ stopReason: StopReason }>(methods.agent.session.prompt, {
        sessionId,
        prompt,
      })
      if (typeof response?.stopReason !== 'string') throw new Error('The agent ended its turn without a stop reason.')
      return response.stopReason
    },
    cancel: (sessionId) => agent.notify(methods.agent.session.cancel, { sessionId }),
    listen(next) {
      listener = next
    },
  }
}

/** Logs in, because some agents open a session only after a login. They get a dummy credential; the gateway adds the real one. */
function loginCall({ method, provider }: Login, offered: InitializeResponse) {
  if (provider && offered.agentCapabilities && 'providers' in offered.agentCapabilities)
    return {
      method: 'providers/set',
      params: { ...provider, headers: { authorization: 'Bearer added-by-the-service' } },
    }
  if (method && offered.authMethods?.some(({ id }) => id === method))
    return { method: methods.agent.authenticate, params: { methodId: method } }
  return undefined
}

function answered<Result>(work: PromiseLike<Result>): Promise<Result> {
  return withTimeout(work, START_MS, () => new Error('The agent does not speak the Agent Client Protocol.'))
}
