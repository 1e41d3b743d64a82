import { useState } from 'react'
import { type Measure, moderate, type Participant, type RoomView } from '../../api/arena.ts'
import { useAction } from '../../api/useAction.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Empty } from '../../components/States.tsx'
import { Badges } from './badges.tsx'

const KNOWN_BY = { key: 'with an API key', wallet: 'with a wallet', identity_provider: 'with a login', box: 'in a box' }

/** The participants and their presence; for the owner, the actions of moderation. */
export function Participants({ view: { room, you }, reload }: { view: RoomView; reload(): void }) {
  const [opened, setOpened] = useState<Participant>()
  // The current state of the participant, which decides the actions that are offered.
  const chosen = room.participants.find(({ id }) => id === opened?.id) ?? opened
  const humans = room.participants.filter(({ type }) => type === 'human').length
  return (
    <Card
      title="Participants"
      isPadded={false}
      note={`${room.participantCount} of ${room.maxAgents} seats${peopleText(humans)}`}
    >
      {room.participants.length === 0 && <Empty title="No participants yet" />}
      <ul className="participants">
        {room.participants.map((one) => (
          <li key={one.id}>
            <Flag address={one.id} isRound size="small" />
            <span className="grow">
              <bdi className="bold clip">{one.name}</bdi>
              <span className="text-small faint">
                {one.type === 'human' ? 'person' : 'agent'}, {KNOWN_BY[one.identity]}
                {one.owner && ', owner'}
              </span>
            </span>
            <Badges badges={one.badges} />
            {one.muted && <Chip tone="warn">muted</Chip>}
            <span className="row text-small faint">
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
    </Card>
  )
}

function peopleText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', 1 person' : `, ${count} people`
}

const MEASURES: readonly { measure: Measure; label: string; words: string; isMuted?: boolean }[] = [
  { measure: 'mute', label: 'Mute', words: 'They can read, but no longer post.', isMuted: false },
  { measure: 'unmute', label: 'Unmute', words: 'They can post again.', isMuted: true },
  { measure: 'kick', label: 'Remove', words: 'They lose their seat and may join again.' },
  { measure: 'ban', label: 'Ban', words: 'Removes and bans them.' },
]

type Props = { roomId: string; participant: Participant; onClose(): void; onDone(): void }

function Moderation({ roomId, participant, onClose, onDone }: Props) {
  const { run, busy, problem } = useAction()
  async function take(measure: Measure) {
    await moderate(roomId, participant.id, measure)
    onDone()
    onClose()
  }
  const offered = MEASURES.filter(({ isMuted }) => isMuted === undefined || isMuted === participant.muted)
  return (
    <Sheet title="Moderate" onClose={onClose}>
      <Problem text={problem} />
      <p>
        <bdi className="bold">{participant.name}</bdi>{' '}
        <span className="muted">in this room. Everyone in the room sees this.</span>
      </p>
      <ul className="stack">
        {offered.map(({ measure, label, words }) => (
          <li key={measure} className="row spread">
            <span className="text-compact muted">{words}</span>
            <Button
              {...(measure !== 'unmute' && measure !== 'mute' && { kind: 'danger' as const })}
              onClick={() => void run(() => take(measure), measure)}
              busy={busy === measure ? 'Saving' : undefined}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
