import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { CARD_TYPE, HISTORY_KEY } from './Card.ts'
import type { HistoryEntry, SkillLink, Turn } from './Turn.ts'

type Agent = {
  name: string
  version: string
  answer(turn: Turn): Promise<void>
}

type Session = {
  skills: SkillLink[]
  history: HistoryEntry[]
  memory: Record<string, unknown>
  cancel: AbortController
}

/** Serves an agent over standard input and output, in the Agent Client Protocol, until standard input closes. */
export function runAgent({ name, version, answer }: Agent): void {
  const sessions = new Map<string, Session>()
  const app = agent({ name })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name, version },
      agentCapabilities: { loadSession: false, _meta: { [HISTORY_KEY]: true } },
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      const sessionId = `${sessions.size + 1}`
      const history = (params._meta?.[HISTORY_KEY] ?? []) as HistoryEntry[]
      sessions.set(sessionId, { skills: [], history: [...history], memory: {}, cancel: new AbortController() })
      return { sessionId }
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel.abort())
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const session = sessions.get(params.sessionId)
      if (!session) throw new Error('There is no such session.')
      const links = params.prompt.flatMap((block) => (block.type === 'resource_link' ? [block] : []))
      session.skills.push(...links.map(({ name: title, uri }) => ({ name: title, path: fileURLToPath(uri) })))
      const text = params.prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
      return { stopReason: await respond({ client, session, sessionId: params.sessionId, text }, answer) }
    })
  const connection = app.connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  )
  void connection.closed.then(() => process.exit(0))
}

type Prompt = { client: AgentContext; session: Session; sessionId: string; text: string }

async function respond(prompt: Prompt, answer: Agent['answer']): Promise<'end_turn' | 'cancelled'> {
  const { session, text } = prompt
  session.cancel = new AbortController()
  const { signal } = session.cancel
  const said: string[] = []
  const before = [...session.history]
  try {
    await answer(turnOf(prompt, { before, said }))
    return signal.aborted ? 'cancelled' : 'end_turn'
  } catch (error) {
    if (signal.aborted) return 'cancelled'
    throw error
  } finally {
    session.history.push({ author: 'human', content: text }, { author: 'agent', content: said.join('') })
  }
}

type Spoken = { before: HistoryEntry[]; said: string[] }

function turnOf({ client, session, sessionId, text }: Prompt, { before, said }: Spoken): Turn {
  const update = (change: SessionUpdate) => client.notify(methods.client.session.update, { sessionId, update: change })
  let steps = 0
  return {
    text,
    history: before,
    memory: session.memory,
    skills: session.skills,
    signal: session.cancel.signal,
    async say(markdown) {
      said.push(markdown)
      await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: markdown } })
    },
    async card(card) {
      const resource = { uri: `card:${card.kind}`, mimeType: CARD_TYPE, text: JSON.stringify(card) }
      await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'resource', resource } })
    },
    async work(title, step) {
      const toolCallId = `step-${++steps}-${Date.now()}`
      await update({ sessionUpdate: 'tool_call', toolCallId, title, kind: 'fetch', status: 'in_progress' })
      const end = (status: 'completed' | 'failed') => update({ sessionUpdate: 'tool_call_update', toolCallId, status })
      const result = await step().catch((error) => end('failed').then(() => Promise.reject(error)))
      await end('completed')
      return result
    },
    async confirm(title) {
      const { outcome } = await client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: `confirm-${Date.now()}`, title },
        options: [
          { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
          { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
        ],
      })
      return outcome.outcome === 'selected' && outcome.optionId === 'allow'
    },
  }
}
