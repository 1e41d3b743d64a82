import { lazy, Suspense, useMemo } from 'react'
import type { Agent, Box, BoxMessage } from '../../api/boxes.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { useStore } from '../../store.ts'
import { useWindow } from '../../windowing/useWindow.ts'
import { Confirmations } from './Confirmations.tsx'
import { isOpen, type Run, type Talk } from './conversation.ts'
import { Reply, RunReply, Said } from './Messages.tsx'
import { proposalOutcomes, recordOutcome, review } from './proposalOutcomes.ts'
import type { LiveTalk } from './useConversation.ts'

/** The review brings the liquidity API's steps along, and is loaded when somebody reviews. */
const ProposalReview = lazy(async () => ({ default: (await import('./ProposalReview.tsx')).ProposalReview }))

const ROW_PX = 120
const ignore = () => {}

type Props = { box: Box; agent: Agent | undefined; live: LiveTalk; isReading: boolean }

/** The conversation, with the answer that is being written at its end. */
export function Conversation({ box, agent, live, isReading }: Props) {
  const rows = useMemo(() => rowsOf(live.talk), [live.talk])
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const shown = useWindow({ keys, estimate: ROW_PX, onNearTop: ignore })
  const title = agent?.title ?? box.agentId
  const isEmpty = rows.length === 0
  return (
    <div className="thread">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={shown.scroller} className="messages" role="log" aria-live="off" aria-label="Conversation" tabIndex={0}>
        {live.problem !== undefined && (
          <div className="pad">
            <Failure title="The conversation could not be read." retry={live.reload}>
              {live.problem}
            </Failure>
          </div>
        )}
        {isEmpty && (live.isLoading || isReading) && <SkeletonRows rows={2} label="Reading the conversation" />}
        {isEmpty && !live.isLoading && !isReading && <Opening title={title} words={agent?.openingMessage} box={box} />}
        <ol ref={shown.list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
          {rows.slice(shown.start, shown.end).map(({ key, message, run }) => (
            <li key={key}>
              {message?.authorType === 'human' && <Said message={message} />}
              {message && message.authorType !== 'human' && <Reply message={message} title={title} box={box} />}
              {run && <RunReply run={run} title={title} box={box} />}
            </li>
          ))}
        </ol>
        <Confirmations box={box} confirmations={live.talk.confirmations} />
      </div>
      {!shown.isAtEnd && (
        <div className="to-newest">
          <Button size="small" onClick={shown.scrollToEnd}>
            To the newest <Icon name="arrow-down" size="small" />
          </Button>
        </div>
      )}
      <p className="screen-reader" role="status">
        {announcementOf(live.talk, title)}
      </p>
      <Reviewed />
    </div>
  )
}

/** Next to the rows, because they change while a reply is written. */
function Reviewed() {
  const { reviewed } = useStore(proposalOutcomes)
  if (!reviewed) return null
  const { id, title, proposal } = reviewed
  return (
    <Suspense>
      <ProposalReview
        title={title}
        proposal={proposal}
        onClose={() => review(undefined)}
        onMined={() => recordOutcome(id, 'signed')}
      />
    </Suspense>
  )
}

type Row = { key: string; message?: BoxMessage; run?: Run }

/** Messages in order, then runs that have no reply of their own. */
function rowsOf({ messages, runs }: Talk): Row[] {
  const answered = new Set(messages.flatMap(({ taskId, authorType }) => (authorType === 'agent' ? [taskId] : [])))
  const unanswered = runs.filter(({ task }) => !answered.has(task.id))
  return [
    ...messages.map((message) => ({ key: message.id, message })),
    ...unanswered.map((run) => ({ key: run.task.id, run })),
  ]
}

function Opening({ title, words, box }: { title: string; words: string | undefined; box: Box }) {
  return (
    <div className="empty">
      <b>{title}</b>
      <span>{words ?? 'Ask something.'}</span>
      {box.status === 'creating' && <span className="text-small faint">The box is starting. You can already ask.</span>}
    </div>
  )
}

/** Announces to screen readers that the agent is working, and when it has answered. */
function announcementOf({ messages, runs }: Talk, title: string): string {
  if (runs.some(({ task }) => isOpen(task))) return `${title} is working.`
  return messages.at(-1)?.authorType === 'agent' ? `${title} has answered.` : ''
}
