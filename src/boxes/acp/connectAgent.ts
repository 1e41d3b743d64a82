import { Readable, Writable } from 'node:stream'
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk'
import { HISTORY_KEY } from '#agents/Card.ts'
import type { Said } from '#agents/Turn.ts'
import type { BoxProcess } from '#boxes/isolation/Driver.ts'
import { VERSION } from '#core/version.ts'

/** What an agent tells and asks while it answers, by its own session id. */
export type AgentListener = {
  updated(agentSession: string, update: SessionUpdate): void
  /** The option chosen, or nothing when the question was withdrawn. */
  asked(agentSession: string, request: RequestPermissionRequest): Promise<string | undefined>
}

/** A file inside the box that goes with a prompt. */
export type Link = { name: string; uri: string }
export type Prompt = { text: string; links: readonly Link[] }

/** The agent in a box, spoken to in the Agent Client Protocol. */
export type AgentConnection = {
  openSession(history: readonly Said[]): Promise<string>
  prompt(agentSession: string, said: Prompt): Promise<StopReason>
  cancel(agentSession: string): Promise<void>
  /** Who listens from now on. */
  listen(listener: AgentListener): void
}

const START_MS = 60_000
const MESSAGE_BYTES_MAX = 4 * 2 ** 20

/** Greets the agent of a box that was just started. */
export async function connectAgent(box: Pick<BoxProcess, 'stdin' | 'stdout'>): Promise<AgentConnection> {
  let listener: AgentListener = { updated: () => {}, asked: async () => undefined }
  const app = client({ name: 'slipway' })
    .onNotification(methods.client.session.update, ({ params }) => listener.updated(params.sessionId, params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      const optionId = await listener.asked(params.sessionId, params)
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
  const { agent } = app.connect(
    ndJsonStream(
      Writable.toWeb(box.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(box.stdout) as ReadableStream<Uint8Array>,
      { maxMessageBytes: MESSAGE_BYTES_MAX },
    ),
  )
  await withDeadline<unknown>(
    agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'slipway', version: VERSION },
      clientCapabilities: {},
    }),
  )
  return {
    async openSession(history) {
      const opened = agent.request(methods.agent.session.new, {
        cwd: '/workspace',
        mcpServers: [],
        _meta: { [HISTORY_KEY]: history },
      })
      const { sessionId } = await withDeadline<{ sessionId: string }>(opened)
      return sessionId
    },
    async prompt(sessionId, { text, links }) {
      const files = links.map((link) => ({ type: 'resource_link' as const, mimeType: 'text/markdown', ...link }))
      const prompt = [...files, { type: 'text' as const, text }]
      const answered = await agent.request<{ stopReason: StopReason }>(methods.agent.session.prompt, {
        sessionId,
        prompt,
      })
      return answered.stopReason
    },
    cancel: (sessionId) => agent.notify(methods.agent.session.cancel, { sessionId }),
    listen(given) {
      listener = given
    },
  }
}

function withDeadline<Result>(work: PromiseLike<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const late = () => reject(new Error('The agent does not answer in the Agent Client Protocol.'))
  const timer = setTimeout(late, START_MS)
  void Promise.resolve(work)
    .then(resolve, reject)
    .finally(() => clearTimeout(timer))
  return promise
}
