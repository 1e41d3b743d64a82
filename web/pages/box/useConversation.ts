import { useCallback, useRef } from 'react'
import {
  askAgent,
  type BoxSession,
  eventsUrl,
  openSession,
  readConfirmations,
  readConversation,
} from '../../api/boxes.ts'
import { useQuery } from '../../api/useQuery.ts'
import type { StreamEvent, StreamState } from '../../live/eventStream.ts'
import { useEvents } from '../../live/useEvents.ts'
import { sessionHeaders } from '../../session/authorized.ts'
import { heard, isOpen, NO_TALK, said, startOf, type Talk, talkOf, withTask } from './conversation.ts'

export type LiveTalk = {
  talk: Talk
  state: StreamState
  problem: string | undefined
  isLoading: boolean
  isAtWork: boolean
  ask(content: string, key: string): Promise<void>
  reload(): void
}

type Options = { boxId: string; sessionId: string | undefined; onSession(session: BoxSession): void }

/** A conversation with the agent of a box: its messages, and the answer as it is written. */
export function useConversation({ boxId, sessionId, onSession }: Options): LiveTalk {
  const key = sessionId && `${boxId} ${sessionId}`
  const query = useQuery<Read>(key, () => readTalk(boxId, sessionId ?? ''))
  const { update, reload } = query
  const read = query.dataKey === key ? query.data : undefined
  const start = useRef(0)
  start.current = read?.start ?? 0
  const onEvents = useCallback(
    (events: StreamEvent[]) => {
      if (events.some(({ kind }) => kind === 'reset')) reload()
      update((before) => ({ ...before, talk: events.reduce(heard, before.talk) }))
    },
    [reload, update],
  )
  const state = useEvents({
    url: read && sessionId !== undefined ? eventsUrl(boxId, sessionId) : undefined,
    isPaused: false,
    onEvents,
    start: () => ({ after: String(start.current), headers: sessionHeaders() }),
  })
  const ask = useCallback(
    async (content: string, key: string) => {
      const at = sessionId ?? (await openFor(boxId, onSession))
      const { message, task } = await askAgent({ boxId, sessionId: at }, content, key)
      if (sessionId === undefined) return
      update((before) => {
        const next = said(before.talk, message)
        return { ...before, talk: task ? withTask(next, task) : next }
      })
    },
    [boxId, sessionId, onSession, update],
  )
  const talk = read?.talk ?? NO_TALK
  const isAtWork = talk.runs.some(({ task }) => isOpen(task))
  const problem = query.failure?.message
  return { talk, state, problem, isLoading: sessionId !== undefined && !read, isAtWork, ask, reload }
}

/** A conversation, and the event from which it is followed. */
type Read = { talk: Talk; start: number }

async function readTalk(boxId: string, sessionId: string): Promise<Read> {
  const [conversation, { confirmations }] = await Promise.all([
    readConversation(boxId, sessionId),
    readConfirmations(boxId, sessionId),
  ])
  return { talk: talkOf(conversation, confirmations), start: startOf(conversation) }
}

/** The first question opens the conversation. */
async function openFor(boxId: string, onSession: (session: BoxSession) => void): Promise<string> {
  const { session } = await openSession(boxId)
  setTimeout(() => onSession(session))
  return session.id
}
