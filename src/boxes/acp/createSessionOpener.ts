import { type AgentCapabilities, type McpServer, methods } from '@agentclientprotocol/sdk'
import { HISTORY_KEY } from '#agents/Card.ts'
import type { HistoryEntry } from '#agents/Turn.ts'

export type SessionRequest = {
  /** The messages so far. */
  history: readonly HistoryEntry[]
  /** The session id that an earlier process of the agent gave; the agent's files may hold the session. */
  earlier?: string | undefined
  /** The tool server of the service, as the agent reaches it. */
  mcpUrl?: string | undefined
}

/** `isNew`: the agent knows nothing of an earlier conversation but the transcript it is given. */
export type OpenedSession = { id: string; isNew: boolean }

type Ask = <Result>(method: string, params: object) => Promise<Result>

const FOLDER = '/workspace'

/** Opens sessions of an agent: continues an earlier one where the agent can, and begins a new one otherwise. */
export function createSessionOpener(ask: Ask, offered: AgentCapabilities = {}) {
  const takesTools = offered.mcpCapabilities?.http === true
  const continuing = continuationOf(offered)
  const toolsAt = (url: string | undefined): McpServer[] =>
    url !== undefined && takesTools ? [{ type: 'http', name: 'slipway', url, headers: [] }] : []

  return async ({ history, earlier, mcpUrl }: SessionRequest): Promise<OpenedSession> => {
    const common = { cwd: FOLDER, mcpServers: toolsAt(mcpUrl) }
    if (earlier !== undefined && continuing !== undefined) {
      const isContinued = await ask(continuing, { ...common, sessionId: earlier }).then(
        () => true,
        // Its files may be older than the session.
        () => false,
      )
      if (isContinued) return { id: earlier, isNew: false }
    }
    const _meta = { [HISTORY_KEY]: history }
    const { sessionId } = await ask<{ sessionId: string }>(methods.agent.session.new, { ...common, _meta })
    return { id: sessionId, isNew: true }
  }
}

/** Loading replays the conversation, so resuming is preferred. */
function continuationOf({ sessionCapabilities, loadSession }: AgentCapabilities): string | undefined {
  if (sessionCapabilities?.resume) return methods.agent.session.resume
  return loadSession === true ? methods.agent.session.load : undefined
}

/** The conversation so far as text, for an agent that does not take it in any other way. */
export function transcriptOf(history: readonly HistoryEntry[]): string {
  const lines = history.map(({ author, content }) => `${author === 'agent' ? 'You' : 'Person'}: ${content}`)
  return `The conversation so far, from before your restart:\n\n${lines.join('\n\n')}\n\nThe next message follows.`
}
