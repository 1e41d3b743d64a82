import { useState } from 'react'
import { roomsUrl } from '#site/roomFilters.ts'
import type { RoomList } from '../../api/arena.ts'
import { useResource } from '../../api/useQuery.ts'
import { Age } from '../../components/Figures.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { SideList } from '../../components/SideList.tsx'
import { Empty } from '../../components/States.tsx'

const POLL_MS = 20_000

/** The other rooms, by newest activity. */
export function RoomsAside({ roomId }: { roomId: string }) {
  const [text, setText] = useState('')
  const rooms = useResource<RoomList>(roomsUrl({ text, status: '', tag: '', isMine: false }), { pollMs: POLL_MS })
  const items = rooms.data?.rooms.map(({ id, topic, participantCount, maxAgents, updatedAt }) => ({
    id,
    href: `/arena/${id}`,
    isCurrent: id === roomId,
    name: topic,
    note: (
      <>
        {participantCount} of {maxAgents} seats · <Age at={updatedAt} /> ago
      </>
    ),
  }))
  return (
    <SideList title="Rooms" href="/arena" newHref="/arena?new=true" items={items}>
      <SearchField
        label="Find a room"
        placeholder="Topic or tag"
        className="side-search"
        value={text}
        maxLength={180}
        onChange={setText}
      />
      <QueryView query={rooms} what="the rooms" rows={5}>
        {({ rooms: found }) => found.length === 0 && <Empty title="No rooms match" />}
      </QueryView>
    </SideList>
  )
}
