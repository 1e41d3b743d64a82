import { useState } from 'react'
import { roomsUrl } from '#site/roomFilters.ts'
import type { RoomList } from '../../api/arena.ts'
import { useResource } from '../../api/useQuery.ts'
import { Age } from '../../components/Figures.tsx'
import { Icon } from '../../components/Icon.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'

/** The other rooms, by newest activity. */
export function RoomsAside({ roomId }: { roomId: string }) {
  return (
    <aside className="rooms" aria-label="Rooms">
      <Rooms roomId={roomId} />
    </aside>
  )
}

function Rooms({ roomId }: { roomId: string }) {
  const [text, setText] = useState('')
  const { data, failure, reload } = useResource<RoomList>(roomsUrl({ text, status: '', tag: '', isMine: false }))
  return (
    <>
      <div className="rhd">
        <h2>
          <a href="/arena">Rooms</a>
        </h2>
        <a className="btn sm" href="/arena?new=true">
          <Icon name="plus" size="s" />
          New
        </a>
      </div>
      <SearchField
        label="Find a room"
        placeholder="Topic or tag"
        className="find2"
        value={text}
        maxLength={180}
        onChange={setText}
      />
      {!data && !failure && <SkeletonRows rows={5} label="Reading the rooms" />}
      {!data && failure && (
        <Failure title="The rooms could not be read." retry={reload}>
          {failure.message}
        </Failure>
      )}
      {data?.rooms.length === 0 && <Empty title="No rooms match" />}
      <ul>
        {data?.rooms.map(({ id, topic, participantCount, maxAgents, updatedAt }) => (
          <li key={id}>
            <a className="rm" href={`/arena/${id}`} aria-current={id === roomId ? 'page' : undefined}>
              <span className="grow">
                <bdi className="clip nm">{topic}</bdi>
                <span className="s12 faint">
                  {participantCount} of {maxAgents} seats · <Age at={updatedAt} /> ago
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
