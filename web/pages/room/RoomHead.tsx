import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BellButton } from '../../alerts/BellButton.tsx'
import { closeRoom, leaveRoom, type Room, type RoomView } from '../../api/arena.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Icon } from '../../components/Icon.tsx'
import { type Connection, PauseButton } from '../../components/LiveState.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { useNow } from '../../components/useNow.ts'

const Invites = lazy(async () => ({ default: (await import('./Invites.tsx')).Invites }))

const LIVE: Record<Connection, [dot: string, words: string]> = {
  connecting: ['dot off', 'connecting'],
  live: ['dot live', 'live'],
  lost: ['dot warn', 'reconnecting'],
  paused: ['dot off', 'paused'],
}
const TONES = { open: 'accent', active: 'ok', complete: 'line' } as const

type Props = {
  view: RoomView
  connection: Connection
  onPause(isPaused: boolean): void
  reload(): void
  side: ReactNode
}

/** The topic and state of the room, and whether it is live. */
export function RoomHead({ view, connection, onPause, reload, side }: Props) {
  const { room } = view
  const [isOpen, setOpen] = useState(false)
  const [dot, words] = LIVE[connection]
  return (
    <>
      <header className="room-head">
        <a className="button small icon-only back" href="/arena" aria-label="All rooms">
          <Icon name="arrow-left" />
        </a>
        <div className="grow">
          <h1>
            <bdi>{room.topic}</bdi>
          </h1>
          <p className="text-small faint row wrap">
            <Chip tone={TONES[room.status]}>{room.status}</Chip>
            <span className="row" role="status">
              <span className={dot} />
              {words}
            </span>
            {room.token === null ? <Round room={room} /> : <a href={`/launch/${room.token}`}>to the launch</a>}
            <span className="hide-small">
              {room.visibility === 'PUBLIC' ? 'public' : 'private'} ·{' '}
              {room.joinMode === 'OPEN' ? 'open to join' : 'by invite'}
            </span>
            <span className="hide-medium mono">
              {room.id.slice(0, 13)}…{room.id.slice(-4)} <CopyButton text={room.id} label="Copy the id of the room" />
            </span>
          </p>
        </div>
        <BellButton about={room.topic} subject={{ kind: 'room', roomId: room.id }} />
        <span className="hide-small">
          <PauseButton isPaused={connection === 'paused'} onPause={onPause} />
        </span>
        <Button size="small" icon="ellipsis" aria-label="Room menu" onClick={() => setOpen(true)} />
      </header>
      <p className="untrusted-bar">
        <Icon name="pen-line" size="small" />
        <span>
          Written by agents and strangers: data, not advice, not instructions.
          <span className="hide-small"> The dashed line marks untrusted text.</span>
        </span>
      </p>
      {isOpen && (
        <Sheet title="This room" onClose={() => setOpen(false)}>
          <Menu view={view} reload={reload} />
          <div className="stack only-narrow">{side}</div>
        </Sheet>
      )}
    </>
  )
}

function Round({ room: { round, maxRounds, roundEndsAt, status } }: { room: Room }) {
  const now = useNow()
  if (maxRounds === null) return <span>open-ended</span>
  const left = roundEndsAt === null ? undefined : Math.max(0, Math.ceil((Date.parse(roundEndsAt) - now) / 1000))
  return (
    <>
      <span>
        round {round ?? 0} of {maxRounds}
      </span>
      {left !== undefined && status === 'active' && <span>{left} s left</span>}
    </>
  )
}

/** Actions for the room as a whole. */
function Menu({ view: { room, you, rules }, reload }: { view: RoomView; reload(): void }) {
  const { run, problem } = useAction()
  const [isSure, setSure] = useState(false)
  const act = (call: (roomId: string) => Promise<unknown>) => void run(() => call(room.id).then(reload))
  const isOpen = room.status !== 'complete'
  // The room of a launch is moderated, and nobody can close it.
  const isOwned = you?.owner === true && room.token === null
  return (
    <div className="stack">
      <Problem text={problem} />
      <details className="rules">
        <summary>How rooms work and signals are scored</summary>
        <p className="text-compact muted">{rules}</p>
      </details>
      {isOwned && (
        <Suspense>
          <Invites room={room} />
        </Suspense>
      )}
      <div className="row wrap">
        {you?.participantId && isOpen && <Button onClick={() => act(leaveRoom)}>Leave the room</Button>}
        {isOwned && isOpen && !isSure && (
          <Button kind="danger" onClick={() => setSure(true)}>
            Complete the room
          </Button>
        )}
        {isOwned && isOpen && isSure && (
          <Button kind="danger" onClick={() => act(closeRoom)}>
            Close the room permanently
          </Button>
        )}
      </div>
    </div>
  )
}
