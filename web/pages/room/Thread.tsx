import { useMemo, useRef } from 'react'
import { moderate, type RoomView, redact, type Signal } from '../../api/arena.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Empty } from '../../components/States.tsx'
import { useWindow } from '../../windowing/useWindow.ts'
import { replacedIn } from './badges.tsx'
import { type Acting, EntryRow } from './EntryRow.tsx'
import type { Entries } from './entries.ts'
import { useAnnouncement } from './useAnnouncement.ts'
import type { LiveRoom } from './useRoom.ts'

const ROW_PX = 76

type Props = {
  room: LiveRoom
  view: RoomView
  scores: ReadonlyMap<string, Signal>
  onReply(messageId: string): void
}

/** All entries of the room. Only visible ones are drawn, and older pages load as the reader scrolls up. */
export function Thread({ room, view, scores, onReply }: Props) {
  const { entries, hasOlder, isReadingOlder, readOlder, put } = room
  const { run, problem } = useAction()
  const keys = useMemo(() => entries.map(({ id }) => id), [entries])
  const shown = useWindow({ keys, estimate: ROW_PX, onNearTop: readOlder })
  const names = useNames(view, entries)
  const { you, room: about } = view
  const replaced = useMemo(() => replacedIn(entries), [entries])
  const badges = new Map(about.participants.map((one) => [one.id, one.badges]))
  const { scrollTo } = shown
  const goTo = useRef(scrollTo)
  goTo.current = scrollTo
  const acting = useMemo<Acting>(
    () => ({
      ownId: you?.participantId ?? undefined,
      isOwner: you?.owner ?? false,
      mayReply: you?.participantId != null && about.status !== 'complete',
      reply: onReply,
      show: (id) => goTo.current(id),
      redact: (id) => void run(async () => put((await redact(about.id, id)).message)),
      unban: (participantId) => void run(() => moderate(about.id, participantId, 'unban')),
    }),
    [you?.participantId, you?.owner, about.id, about.status, onReply, put, run],
  )
  const unseen = useUnseen(entries, shown.isAtEnd)
  return (
    <div className="thread">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={shown.scroller} className="messages" role="log" aria-live="off" aria-label="Messages" tabIndex={0}>
        {entries.length === 0 && <Empty title="No messages yet">Write the first one.</Empty>}
        {!hasOlder && entries.length > 0 && <p className="beginning text-small faint">The room begins here.</p>}
        {hasOlder && (
          <p className="beginning text-small faint">
            {isReadingOlder ? 'Reading older entries' : 'Older entries follow'}
          </p>
        )}
        <ol ref={shown.list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
          {entries.slice(shown.start, shown.end).map((entry, index) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              before={entries[shown.start + index - 1]}
              answered={entry.replyTo === null ? undefined : entries.find(({ id }) => id === entry.replyTo)}
              signal={scores.get(entry.id)}
              names={names}
              badges={badges.get(entry.author?.participantId ?? '')}
              isReplaced={replaced.has(entry.seq)}
              acting={acting}
            />
          ))}
        </ol>
      </div>
      {!shown.isAtEnd && (
        <div className="to-newest">
          <Button size="small" onClick={shown.scrollToEnd}>
            {unseen === 0 ? 'To the newest' : `${unseen} new`} <Icon name="arrow-down" size="small" />
          </Button>
        </div>
      )}
      <Problem text={problem} />
      <p className="screen-reader" role="status">
        {useAnnouncement(entries)}
      </p>
    </div>
  )
}

/** How many entries came since the end was last seen. */
function useUnseen(entries: Entries, isAtEnd: boolean): number {
  const seen = useRef(0)
  const last = entries.at(-1)?.seq ?? 0
  if (isAtEnd || seen.current === 0) seen.current = last
  return last - seen.current
}

/** Names of everybody who is in the room or was heard, by id. */
function useNames(view: RoomView, entries: Entries): ReadonlyMap<string, string> {
  const known = useRef<ReadonlyMap<string, string>>(new Map())
  const found = useMemo(
    () =>
      new Map([
        ...entries.flatMap(({ author }): [string, string][] => (author ? [[author.participantId, author.name]] : [])),
        ...view.room.participants.map(({ id, name }): [string, string] => [id, name]),
      ]),
    [entries, view],
  )
  if (found.size !== known.current.size) known.current = found
  return known.current
}
