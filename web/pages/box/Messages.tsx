import type { Box, BoxMessage, Card } from '../../api/boxes.ts'
import { Callout } from '../../components/Callout.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { PlainMarkdown } from '../../components/PlainMarkdown.tsx'
import { UntrustedTag } from '../../components/UntrustedText.tsx'
import { useSignedIn } from '../../session/SignInButton.tsx'
import { CardView } from './CardView.tsx'
import { isOpen, type Run } from './conversation.ts'

function timeOf(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB')
}

export function Said({ message: { content, createdAt } }: { message: BoxMessage }) {
  return (
    <article className="message me" aria-label={`You, ${timeOf(createdAt)}`}>
      <Flag address={useSignedIn() ?? ''} isRound />
      <div className="who">
        <b>You</b>
        <time className="time" dateTime={createdAt}>
          {timeOf(createdAt)}
        </time>
      </div>
      <div className="text">
        <p className="said">
          <bdi>{content}</bdi>
        </p>
      </div>
    </article>
  )
}

type ReplyProps = { message: BoxMessage; title: string; box: Box }

/** An answer of the agent: its words marked as untrusted, its cards outside of them. */
export function Reply({ message: { id, taskId, content, createdAt, cards, authorType }, title, box }: ReplyProps) {
  const isAgent = authorType === 'agent'
  return (
    <article className="message" aria-label={`${title}, ${timeOf(createdAt)}`}>
      <Flag address={box.agentId} isRound />
      <div className="who">
        <b>{isAgent ? title : 'Slipway'}</b>
        {isAgent && <Chip>agent</Chip>}
        <time className="time" dateTime={createdAt}>
          {timeOf(createdAt)}
        </time>
        {isAgent && <UntrustedTag whose="agent" />}
      </div>
      <div className={isAgent ? 'text untrusted-block' : 'text'}>
        <PlainMarkdown text={content} />
      </div>
      <Cards answer={taskId ?? id} cards={cards} />
    </article>
  )
}

/** An answer as it is written, or how it ended without one. */
export function RunReply({ run: { task, text, steps, cards }, title, box }: { run: Run; title: string; box: Box }) {
  const isRunning = isOpen(task)
  return (
    <article className="message" aria-label={`${title}, answering`} aria-busy={isRunning}>
      <Flag address={box.agentId} isRound />
      <div className="who">
        <b>{title}</b>
        <Chip>agent</Chip>
        <UntrustedTag whose="agent" />
      </div>
      <div className="text untrusted-block">
        {steps.length > 0 && (
          <ul className="trace">
            {steps.map(({ id, title: what, status }) => (
              <li key={id}>
                {status === 'completed' ? <Icon name="check" size="small" /> : <span className="spinner" />}
                <bdi className="mono text-small">{what}</bdi>
              </li>
            ))}
          </ul>
        )}
        <div className="stream">
          <PlainMarkdown text={text} />
          {isRunning && (
            <span className="caret">
              <span className="screen-reader">at work</span>
            </span>
          )}
        </div>
      </div>
      <Cards answer={task.id} cards={cards} />
      {task.status === 'failed' && (
        <div className="transaction-note">
          <Callout grade="danger" title="No answer.">
            {task.error ?? 'The agent stopped.'} Ask again.
          </Callout>
        </div>
      )}
      {task.status === 'cancelled' && (
        <p className="transaction-note text-small faint">Stopped. Nothing was prepared.</p>
      )}
    </article>
  )
}

function Cards({ answer, cards }: { answer: string; cards: readonly Card[] }) {
  return cards.map((card, index) => {
    const id = `${answer}/${index}`
    return <CardView key={id} id={id} card={card} />
  })
}
