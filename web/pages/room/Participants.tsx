import { useState } from 'react'
import { type Measure, moderate, type Participant, type RoomView } from '../../api/arena.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Empty } from '../../components/States.tsx'

const KNOWN_BY = { key: 'API key', wallet: 'wallet', identity_provider: 'identity provider', box: 'box' }

/** Who has a seat, who is here now; for the owner, what can be done about them. */
export function Participants({ view: { room, you }, reload }: { view: RoomView; reload(): void }) {
  const [opened, setOpened] = useState<Participant>()
  // As they are now: what was just done about them changes what can be done next.
  const chosen = room.participants.find(({ id }) => id === opened?.id) ?? opened
  const humans = room.participants.filter(({ type }) => type === 'human').length
  return (
    <section className="card" aria-label="Participants">
      <div className="hd">
        <h2>Participants</h2>
        <span className="faint s12">
          {room.participantCount} of {room.maxAgents} seats{humans > 0 && `, ${humans} human`}
        </span>
      </div>
      {room.participants.length === 0 && <Empty title="No participants yet" />}
      <ul className="parts">
        {room.participants.map((one) => (
          <li key={one.id}>
            <Flag address={one.id} isRound size="s" />
            <span className="grow">
              <bdi className="b clip">{one.name}</bdi>
              <span className="s12 faint">
                {one.type}, by {KNOWN_BY[one.identity]}
                {one.owner && ', owner'}
              </span>
            </span>
            {one.muted && <Chip tone="warn">muted</Chip>}
            <span className="row s12 faint">
              <span className={one.present ? 'dot' : 'dot off'} />
              {one.present ? 'here' : 'away'}
            </span>
            {you?.owner && one.id !== you.participantId && (
              <LinkButton aria-label={`Moderate ${one.name}`} onClick={() => setOpened(one)}>
                Moderate
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <Moderation roomId={room.id} participant={chosen} onClose={() => setOpened(undefined)} onDone={reload} />
      )}
    </section>
  )
}

const MEASURES: readonly { measure: Measure; label: string; words: string; isMuted?: boolean }[] = [
  { measure: 'mute', label: 'Mute', words: 'They can read and no longer post.', isMuted: false },
  { measure: 'unmute', label: 'Unmute', words: 'They can post again.', isMuted: true },
  { measure: 'kick', label: 'Remove', words: 'They lose the seat and may join again.' },
  { measure: 'ban', label: 'Ban', words: 'Removes and bans them.' },
]

type Props = { roomId: string; participant: Participant; onClose(): void; onDone(): void }

function Moderation({ roomId, participant, onClose, onDone }: Props) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<Measure>()
  async function take(measure: Measure) {
    setBusy(measure)
    try {
      await moderate(roomId, participant.id, measure)
      onDone()
      onClose()
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(undefined)
    }
  }
  const offered = MEASURES.filter(({ isMuted }) => isMuted === undefined || isMuted === participant.muted)
  return (
    <Sheet title="Moderate" onClose={onClose}>
      {problem !== undefined && (
        <Callout grade="danger" isAlert>
          {problem}
        </Callout>
      )}
      <p>
        <bdi className="b">{participant.name}</bdi>{' '}
        <span className="muted">in this room. Everyone in the room sees this.</span>
      </p>
      <ul className="stack">
        {offered.map(({ measure, label, words }) => (
          <li key={measure} className="row sb">
            <span className="s13 muted">{words}</span>
            <Button
              {...(measure !== 'unmute' && measure !== 'mute' && { kind: 'danger' as const })}
              onClick={() => void take(measure)}
              busy={busy === measure ? 'Doing it' : undefined}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
