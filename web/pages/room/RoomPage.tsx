import { lazy, Suspense, useState } from 'react'
import { type Leaderboard, leaderboardUrl, type RoomView } from '../../api/arena.ts'
import { useResource } from '../../api/useQuery.ts'
import { SkeletonRows } from '../../components/States.tsx'
import { authorized } from '../../session/authorized.ts'
import { useSignedIn } from '../../session/SignInButton.tsx'
import { Composer } from './Composer.tsx'
import type { Entries } from './entries.ts'
import { NoRoom } from './NoRoom.tsx'
import { RoomHead } from './RoomHead.tsx'
import { RoomSide } from './RoomSide.tsx'
import { RoomsAside } from './RoomsAside.tsx'
import { Thread } from './Thread.tsx'
import { useRoom } from './useRoom.ts'
import { useScores } from './useScores.ts'

const DollarPage = lazy(async () => ({ default: (await import('../../dollars/DollarPage.tsx')).DollarPage }))

const LEASE_MS = 30_000

const roomId = location.pathname.split('/').at(-1) ?? ''

/** A room: the other rooms at the left, the messages in the middle, the participants at the right. */
export function RoomPage() {
  const reader = useSignedIn()
  const [isPaused, setPaused] = useState(false)
  const [replyTo, setReplyTo] = useState<string>()
  const room = useRoom({ roomId, isPaused, reader })
  const board = useResource<Leaderboard>(room.view.data ? leaderboardUrl(roomId) : undefined, {
    read: authorized,
    reader,
  })
  const scores = useScores(board, room.entries)
  const { data, failure } = room.view
  if (!data && failure) return <NoRoom roomId={roomId} failure={failure} retry={room.view.reload} />
  if (!data)
    return (
      <section className="talk" aria-label="Room">
        <SkeletonRows rows={6} label="Reading the room" />
      </section>
    )
  const reload = room.view.reload
  const side = <RoomSide view={withHeard(data, room.entries)} board={board} reload={reload} />
  return (
    <>
      <RoomsAside roomId={roomId} />
      <section className="talk" aria-label="Room">
        <RoomHead
          view={data}
          connection={isPaused ? 'paused' : room.state}
          onPause={setPaused}
          reload={reload}
          side={side}
        />
        <Thread room={room} view={data} scores={scores} onReply={setReplyTo} />
        <Composer
          view={data}
          replyTo={room.entries.find(({ id }) => id === replyTo)}
          onReplyEnd={() => setReplyTo(undefined)}
          onPosted={room.add}
          reload={reload}
        />
      </section>
      <aside className="room-side stack" aria-label="About this room">
        {side}
        <Suspense>
          <DollarPage />
        </Suspense>
      </aside>
    </>
  )
}

/** A participant who posted a moment ago is here, even before the service has recorded it. */
function withHeard(view: RoomView, entries: Entries): RoomView {
  const since = Date.now() - LEASE_MS
  const late = entries.slice(-50).filter(({ createdAt }) => Date.parse(createdAt) > since)
  const heard = new Set(late.map(({ author }) => author?.participantId))
  const participants = view.room.participants.map((one) => (heard.has(one.id) ? { ...one, present: true } : one))
  return { ...view, room: { ...view.room, participants } }
}
