import type { Agent } from '../../api/boxes.ts'
import type { Query } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { QueryView } from '../../components/QueryView.tsx'

type Props = { agents: Query<{ agents: Agent[] }>; onChoose(agent: Agent): void }

/** The agents a box can run. */
export function AgentCards({ agents, onChoose }: Props) {
  return (
    <QueryView query={agents} what="the agents" rows={3}>
      {(data) => <Cards agents={data.agents} onChoose={onChoose} />}
    </QueryView>
  )
}

function Cards({ agents, onChoose }: { agents: readonly Agent[] } & Pick<Props, 'onChoose'>) {
  const readyFirst = agents.toSorted((a, b) => Number(b.enabled) - Number(a.enabled))
  return (
    <ul className="agents">
      {readyFirst.map((agent) => (
        <li key={agent.id} className={agent.enabled ? 'card' : 'card dim'}>
          <div className="row">
            <Flag address={agent.id} isRound />
            <h3 className="grow">{agent.title}</h3>
            {agent.network === 'none' && <Chip tone="ok">no network</Chip>}
          </div>
          <p className="muted text-compact">{agent.description}</p>
          <p className="row wrap text-small faint">
            {agent.tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
            {agent.network !== 'none' && <span>reaches {agent.network}</span>}
          </p>
          {agent.enabled ? (
            <Button onClick={() => onChoose(agent)} aria-label={`Start a box with ${agent.title}`}>
              Start a box
            </Button>
          ) : (
            <p className="text-small muted" title={agent.disabledReason ?? undefined}>
              Not available on this server
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
