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

/** A message of the user. */
export function Said({ message: { content, createdAt } }: { message: BoxMessage }) {
  return (
    <article className="msg me" aria-label={`You, ${timeOf(createdAt)}`}>
      <Flag address={useSignedIn() ?? ''} isRound />
      <div className="who">
        <b>You</b>
        <time className="t" dateTime={createdAt}>
          {timeOf(createdAt)}
        </time>
      </div>
      <div className="tx">
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
    <article className="msg" aria-label={`${title}, ${timeOf(createdAt)}`}>
      <Flag address={box.agentId} isRound />
      <div className="who">
        <b>{isAgent ? title : 'Slipway'}</b>
        {isAgent && <Chip>agent</Chip>}
        <time className="t" dateTime={createdAt}>
          {timeOf(createdAt)}
        </time>
        {isAgent && <UntrustedTag whose="agent" />}
      </div>
      <div className={isAgent ? 'tx unt-block' : 'tx'}>
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
    <article className="msg" aria-label={`${title}, answering`} aria-busy={isRunning}>
      <Flag address={box.agentId} isRound />
      <div className="who">
        <b>{title}</b>
        <Chip>agent</Chip>
        <UntrustedTag whose="agent" />
      </div>
      <div className="tx unt-block">
        {steps.length > 0 && (
          <ul className="trace">
            {steps.map(({ id, title: what, status }) => (
              <li key={id}>
                {status === 'completed' ? <Icon name="check" size="s" /> : <span className="spin" />}
                <bdi className="mono s12">{what}</bdi>
              </li>
            ))}
          </ul>
        )}
        <div className="stream">
          <PlainMarkdown text={text} />
          {isRunning && (
            <span className="caret">
              <span className="sr">at work</span>
            </span>
          )}
        </div>
      </div>
      <Cards answer={task.id} cards={cards} />
      {task.status === 'failed' && (
        <div className="txc-note">
          <Callout grade="danger" title="No answer.">
            {task.error ?? 'The agent stopped.'} Ask again.
          </Callout>
        </div>
      )}
      {task.status === 'cancelled' && <p className="txc-note s12 faint">Stopped. Nothing was prepared.</p>}
    </article>
  )
}

function Cards({ answer, cards }: { answer: string; cards: readonly Card[] }) {
  return cards.map((card, index) => {
    const id = `${answer}/${index}`
    return <CardView key={id} id={id} card={card} />
  })
}
