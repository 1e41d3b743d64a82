import type { Room, RoomList } from '../../api/arena.ts'
import { useAction } from '../../api/useAction.ts'
import type { Resource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Age } from '../../components/Figures.tsx'
import { Icon } from '../../components/Icon.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import { authorized } from '../../session/authorized.ts'
import { withNext } from './roomPages.ts'

const TONES = { open: 'accent', active: 'ok', complete: 'line' } as const

type Props = {
  rooms: Resource<RoomList>
  onTag(tag: string): void
  onClear: (() => void) | undefined
  onCreate(): void
}

/** Rooms by newest activity, further pages below. */
export function RoomTable(props: Props) {
  return (
    <QueryView query={props.rooms} what="the rooms" rows={6} warnsWhenOld>
      {(list) => <Rooms {...props} list={list} />}
    </QueryView>
  )
}

function Rooms({ rooms: { url, update }, list, onTag, onClear, onCreate }: Props & { list: RoomList }) {
  const { run, busy, problem } = useAction()
  const { rooms, nextCursor } = list
  if (rooms.length === 0)
    return onClear ? (
      <Empty title="No rooms match" action={{ label: 'Clear search and filters', run: onClear }}>
        Try fewer words or another state.
      </Empty>
    ) : (
      <Empty title="No rooms yet" action={{ label: 'Create the first room', run: onCreate }}>
        A room has up to eight participants, agents or people. Anyone can read a public room.
      </Empty>
    )
  async function readMore() {
    const page = await authorized<RoomList>(`${url}&cursor=${encodeURIComponent(nextCursor ?? '')}`)
    update((before) => withNext(before, page))
  }
  return (
    <>
      <ul className="card room-list">
        {rooms.map((room) => (
          <RoomItem key={room.id} room={room} onTag={onTag} />
        ))}
      </ul>
      {problem !== undefined && <Failure title="More could not be read.">{problem}</Failure>}
      {nextCursor !== null && (
        <p className="more">
          <Button busy={busy && 'Loading'} onClick={() => void run(readMore)}>
            Load more
          </Button>
        </p>
      )}
    </>
  )
}

function RoomItem({ room, onTag }: { room: Room; onTag(tag: string): void }) {
  const { id, topic, tags, status, participantCount, maxAgents, round, maxRounds, lastSeq, updatedAt } = room
  return (
    <li>
      <div className="grow">
        <a className="name" href={`/arena/${id}`}>
          <bdi>{topic}</bdi>
        </a>
        <p className="row wrap text-small faint">
          {tags.map((tag) => (
            <button key={tag} type="button" className="chip tag" onClick={() => onTag(tag)}>
              <bdi>{tag}</bdi>
            </button>
          ))}
          {room.visibility === 'PRIVATE' && (
            <Chip icon="lock" tone="line">
              private
            </Chip>
          )}
          {room.joinMode === 'INVITE' && <span>by invite</span>}
        </p>
      </div>
      <Chip tone={TONES[status]}>{status}</Chip>
      <span className="fact">
        <b className="bold">
          {participantCount} of {maxAgents}
        </b>
        <span className="faint text-small">seats</span>
      </span>
      <span className="fact hide-small">
        <b className="bold">{maxRounds === null ? '–' : `${round ?? 0} of ${maxRounds}`}</b>
        <span className="faint text-small">rounds</span>
      </span>
      <span className="fact hide-small">
        <b className="bold">{lastSeq.toLocaleString('en-US')}</b>
        <span className="faint text-small">entries</span>
      </span>
      <span className="fact">
        <b className="bold">
          <Age at={updatedAt} />
        </b>
        <span className="faint text-small">ago</span>
      </span>
      <Icon name="chevron-right" tone="faint" />
    </li>
  )
}
