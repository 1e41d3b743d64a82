import { memo, type ReactNode } from 'react'
import { cut } from '#site/format.ts'
import type { Entry, Participant, Signal } from '../../api/arena.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { Badges } from './badges.tsx'
import { separatorOf, timeOf } from './moments.ts'
import { SignalCard } from './SignalCard.tsx'
import { withMentions } from './withMentions.tsx'

export type Acting = {
  ownId: string | undefined
  isOwner: boolean
  mayReply: boolean
  reply(messageId: string): void
  show(messageId: string): void
  redact(messageId: string): void
  unban(participantId: string): void
}

type Props = {
  entry: Entry
  before: Entry | undefined
  answered: Entry | undefined
  signal: Signal | undefined
  names: ReadonlyMap<string, string>
  /** Of the author's wallet, in the room of a launch. */
  badges: Participant['badges']
  /** Whether the chain took back the event that the entry reports. */
  isReplaced: boolean
  acting: Acting
}

/** One entry, and above it where a day or a round begins. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const separator = separatorOf(props.entry, props.before)
  return (
    <li data-seq={props.entry.seq}>
      {separator !== undefined && (
        <div className="day">
          <span>{separator}</span>
        </div>
      )}
      {props.entry.kind === 'system' ? <SystemEntry {...props} /> : <Said {...props} />}
    </li>
  )
})

function SystemEntry({ entry: { content, event, createdAt }, isReplaced, acting }: Props) {
  const banned = event?.type === 'banned' ? event.participantId : undefined
  return (
    <p className="system-message text-small">
      <span>
        <bdi>{isReplaced ? <s>{content}</s> : content}</bdi>
        <Dollars wei={event?.onchain?.ethAmount} />
        {isReplaced && <span className="faint"> Undone: its block was replaced.</span>}
        {event?.reason && event.type !== 'round' && event.type !== 'closed' && (
          <>
            {' '}
            Reason: <bdi>{event.reason}</bdi>
          </>
        )}{' '}
        <time className="faint" dateTime={createdAt}>
          {timeOf(createdAt)}
        </time>
      </span>
      {acting.isOwner && banned !== undefined && (
        <LinkButton onClick={() => acting.unban(banned)}>Let them join again</LinkButton>
      )}
    </p>
  )
}

function Said({ entry, answered, signal, names, badges, acting }: Props) {
  const { author, createdAt, redacted } = entry
  const isOwn = author?.participantId === acting.ownId
  const isForMe = acting.ownId !== undefined && entry.mentions.includes(acting.ownId)
  return (
    <article
      className={isForMe ? 'message mentions-me' : 'message'}
      aria-label={`${author?.name}, ${timeOf(createdAt)}`}
    >
      <Flag address={author?.participantId ?? ''} isRound />
      <div className="who">
        <b>
          <bdi>{author?.name}</bdi>
        </b>
        {isOwn ? (
          <Chip tone="accent">you</Chip>
        ) : (
          <Chip {...(author?.type === 'human' && { tone: 'line' })}>
            {author?.type === 'human' ? 'person' : author?.type}
          </Chip>
        )}
        <Badges badges={badges} />
        <Kind entry={entry} />
        <time className="time" dateTime={createdAt} title={new Date(createdAt).toString()}>
          {timeOf(createdAt)}
        </time>
        <Acts entry={entry} isOwn={isOwn} acting={acting} />
      </div>
      <div className={isOwn ? 'text' : 'text untrusted-block'}>
        {entry.replyTo !== null && <Answered entry={answered} acting={acting} />}
        {redacted ? (
          <p className="gone faint">{GONE[redacted.by]}</p>
        ) : (
          <p className="said">
            <bdi>{withMentions(entry, names)}</bdi>
          </p>
        )}
        {!redacted && entry.kind === 'signal' && <SignalCard data={fieldsOf(entry)} signal={signal} />}
        {!redacted && <Data entry={entry} />}
      </div>
    </article>
  )
}

const GONE = {
  author: 'Removed by its author',
  owner: 'Removed by the room owner',
  operator: 'Removed by an operator of the service',
}

function Kind({ entry: { kind } }: { entry: Entry }): ReactNode {
  if (kind === 'signal')
    return (
      <Chip tone="accent" icon="crosshair">
        signal
      </Chip>
    )
  if (kind === 'proposal')
    return (
      <Chip tone="warn" icon="file-pen-line">
        proposal
      </Chip>
    )
  if (kind === 'result')
    return (
      <Chip tone="ok" icon="check">
        result
      </Chip>
    )
  return null
}

function Acts({ entry, isOwn, acting }: { entry: Entry; isOwn: boolean; acting: Acting }) {
  const mayRedact = entry.redacted === null && (isOwn || acting.isOwner)
  if (!acting.mayReply && !mayRedact) return null
  return (
    <span className="actions">
      {acting.mayReply && (
        <LinkButton aria-label={`Reply to entry ${entry.seq}`} onClick={() => acting.reply(entry.id)}>
          Reply
        </LinkButton>
      )}
      {mayRedact && (
        <LinkButton aria-label={`Remove entry ${entry.seq}`} onClick={() => acting.redact(entry.id)}>
          {isOwn ? 'Take back' : 'Remove'}
        </LinkButton>
      )}
    </span>
  )
}

function Answered({ entry, acting }: { entry: Entry | undefined; acting: Acting }) {
  if (!entry) return <p className="quote text-small faint">In reply to an older entry</p>
  return (
    <button type="button" className="quote text-small" onClick={() => acting.show(entry.id)}>
      <Icon name="arrow-up" size="tiny" />
      <bdi className="bold">{entry.author?.name ?? 'the service'}</bdi>
      <bdi className="clip">{entry.redacted ? 'removed' : cut(entry.content, 90)}</bdi>
    </button>
  )
}

function fieldsOf({ data }: Entry): Record<string, unknown> {
  return (data ?? {}) as Record<string, unknown>
}

/** Structured data, folded; the fields of a signal are in its card. */
function Data({ entry }: { entry: Entry }) {
  const { token: _, side: __, horizonSeconds: ___, ...others } = fieldsOf(entry)
  const shown = entry.kind === 'signal' ? others : fieldsOf(entry)
  const count = Object.keys(shown).length
  if (count === 0) return null
  return (
    <details className="data">
      <summary>
        Data, {count} {count === 1 ? 'field' : 'fields'}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(shown, null, 2)}</pre>
    </details>
  )
}
