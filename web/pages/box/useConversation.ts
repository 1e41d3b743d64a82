import { useCallback, useEffect, useRef, useState } from 'react'
import {
  askAgent,
  type BoxSession,
  type Conversation,
  eventsUrl,
  openSession,
  readConfirmations,
  readConversation,
} from '../../api/boxes.ts'
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

/** A conversation with the agent of a box: what was said, and the answer as it is written. */
export function useConversation({ boxId, sessionId, onSession }: Options): LiveTalk {
  const [talk, setTalk] = useState<Talk>(NO_TALK)
  const [read, setRead] = useState<Conversation>()
  const [problem, setProblem] = useState<string>()
  const start = useRef(0)
  const wanted = useRef(sessionId)
  wanted.current = sessionId
  const reload = useCallback(() => {
    if (sessionId === undefined) return
    Promise.all([readConversation(boxId, sessionId), readConfirmations(boxId, sessionId)]).then(
      ([conversation, { confirmations }]) => {
        // Another one was chosen before this one was read.
        if (wanted.current !== sessionId) return
        start.current = startOf(conversation)
        setTalk(talkOf(conversation, confirmations))
        setRead(conversation)
        setProblem(undefined)
      },
      (error: Error) => setProblem(error.message),
    )
  }, [boxId, sessionId])
  useEffect(() => {
    setRead(undefined)
    setTalk(NO_TALK)
    reload()
  }, [reload])
  const onEvents = useCallback(
    (events: StreamEvent[]) => {
      if (events.some(({ kind }) => kind === 'reset')) reload()
      setTalk((before) => events.reduce(heard, before))
    },
    [reload],
  )
  const isRead = read !== undefined && read.session.id === sessionId
  const state = useEvents({
    url: isRead && sessionId !== undefined ? eventsUrl(boxId, sessionId) : undefined,
    isPaused: false,
    onEvents,
    start: () => ({ after: String(start.current), headers: sessionHeaders() }),
  })
  const ask = useCallback(
    async (content: string, key: string) => {
      const at = sessionId ?? (await openFor(boxId, onSession))
      const { message, task } = await askAgent({ boxId, sessionId: at }, content, key)
      if (sessionId === undefined) return
      setTalk((before) => {
        const next = said(before, message)
        return task ? withTask(next, task) : next
      })
    },
    [boxId, sessionId, onSession],
  )
  const isAtWork = talk.runs.some(({ task }) => isOpen(task))
  return { talk, state, problem, isLoading: sessionId !== undefined && !isRead, isAtWork, ask, reload }
}

/** The first question opens the conversation. */
async function openFor(boxId: string, onSession: (session: BoxSession) => void): Promise<string> {
  const { session } = await openSession(boxId)
  setTimeout(() => onSession(session))
  return session.id
}
