import type { Agent, Box } from '../../api/boxes.ts'
import type { Query } from '../../api/useQuery.ts'
import { Chip } from '../../components/Chip.tsx'
import { Age } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { SignInButton } from '../../session/SignInButton.tsx'

const TONES = { creating: 'accent', ready: 'ok', paused: 'warn', stopped: 'line', error: 'bad' } as const

type Props = { boxes: Query<{ boxes: Box[] }>; agents: readonly Agent[]; isSignedIn: boolean }

/** The boxes of the account: status, isolation and usage. */
export function BoxList({ boxes, agents, isSignedIn }: Props) {
  if (!isSignedIn)
    return (
      <div className="card empty">
        <b>Sign in to see your boxes</b>
        <span>You sign a short message. It cannot move funds.</span>
        <SignInButton />
      </div>
    )
  return (
    <QueryView query={boxes} what="your boxes" rows={2}>
      {(data) => <Boxes boxes={data.boxes} agents={agents} />}
    </QueryView>
  )
}

function Boxes({ boxes, agents }: { boxes: readonly Box[] } & Pick<Props, 'agents'>) {
  if (boxes.length === 0)
    return (
      <div className="card">
        <Empty title="No boxes yet">Choose an agent below; a box is ready within a second.</Empty>
      </div>
    )
  return (
    <ul className="card room-list">
      {boxes.map((box) => (
        <li key={box.id}>
          <Flag address={box.agentId} isRound />
          <div className="grow">
            <a className="name" href={`/boxes/${box.id}`}>
              <bdi>{box.name}</bdi>
            </a>
            <p className="text-small faint">
              {agents.find(({ id }) => id === box.agentId)?.title ?? box.agentId}
              {box.statusReason !== null && ` · ${box.statusReason}`}
            </p>
          </div>
          <Chip tone={TONES[box.status]}>{box.status}</Chip>
          <span className="fact hide-small">
            <b className="bold">{isolationWords(box)}</b>
            <span className="faint text-small">isolation</span>
          </span>
          <span className="fact">
            <b className="bold">{box.usage.runs.toLocaleString('en-US')}</b>
            <span className="faint text-small">runs</span>
          </span>
          <span className="fact hide-small">
            <b className="bold">{box.usage.seconds.toFixed(1)} s</b>
            <span className="faint text-small">at work</span>
          </span>
          <span className="fact">
            <b className="bold">
              <Age at={box.lastActiveAt} />
            </b>
            <span className="faint text-small">ago</span>
          </span>
          <Icon name="chevron-right" tone="faint" />
        </li>
      ))}
    </ul>
  )
}

function isolationWords({ isolation }: Box): string {
  if (!isolation) return '–'
  return isolation.level === 'none' ? 'process' : isolation.level
}
