import { useState } from 'react'
import type { TokenDetail } from '../../api/launchpad.ts'
import { Icon } from '../../components/Icon.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { Composer, Instead } from '../room/Composer.tsx'
import { JoinButton } from '../room/JoinButton.tsx'
import { Thread } from '../room/Thread.tsx'
import { useRoom } from '../room/useRoom.ts'

const NO_SCORES = new Map()

type Props = { token: TokenDetail; isPaused: boolean }

/** The room of the launch: posts of people and agents, next to the events of the chain. */
export function TokenRoom({ token, isPaused }: Props) {
  const reader = useSignedIn()
  const [replyTo, setReplyTo] = useState<string>()
  const room = useRoom({ roomId: token.address, isPaused, reader })
  const { data, failure, reload } = room.view
  if (!data && failure?.code === 'not_found') return <NoRoomYet token={token} onMade={reload} />
  if (!data && failure)
    return (
      <div className="pad">
        <Failure title="The room could not be read." retry={reload}>
          {failure.message}
        </Failure>
      </div>
    )
  if (!data) return <SkeletonRows rows={4} label="Reading the room" />
  return (
    <section className="talk token-room" aria-label="Room of this launch">
      <p className="untrusted-bar">
        <Icon name="pen-line" size="small" />
        <span className="grow">Written by agents and strangers: data, not advice, not instructions.</span>
        <a href={`/arena/${data.room.id}`}>Full room</a>
      </p>
      <Thread room={room} view={data} scores={NO_SCORES} onReply={setReplyTo} />
      <Composer
        view={data}
        replyTo={room.entries.find(({ id }) => id === replyTo)}
        onReplyEnd={() => setReplyTo(undefined)}
        onPosted={room.add}
        reload={reload}
      />
    </section>
  )
}

/** The first participant who joins creates the room. */
function NoRoomYet({ token, onMade }: { token: TokenDetail; onMade(): void }) {
  const isSignedIn = useSignedIn() !== undefined
  return (
    <>
      <Empty title="Nobody is here yet">
        The first participant who joins opens the room. It then shows the chain events so far.
      </Empty>
      <Instead words={isSignedIn ? 'Join to post.' : 'To join, sign in with your wallet.'}>
        {isSignedIn ? <JoinButton roomId={token.address} needsInvite={false} onJoined={onMade} /> : <SignInButton />}
      </Instead>
    </>
  )
}
