import { type ReactNode, useState } from 'react'
import { type Agent, type Box, type BoxSession, type BoxStep, deleteBox, stepBox } from '../../api/boxes.ts'
import { leaveFor } from '../../api/leaveFor.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Select } from '../../components/Select.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { pageLocale } from '../../document/pageLocale.ts'

const DOTS = { creating: 'dot off', ready: 'dot', paused: 'dot warn', stopped: 'dot off', error: 'dot warn' }

type Props = {
  box: Box
  agent: Agent | undefined
  sessions: readonly BoxSession[]
  sessionId: string | undefined
  onChoose(sessionId: string): void
  reload(): void
  side: ReactNode
}

/** The box, its state and its actions. */
export function BoxHead({ box, agent, sessions, sessionId, onChoose, reload, side }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { run, busy, problem } = useAction()
  const act: Act = (work, words) => run(() => work().then(reload), words)
  const step = (verb: BoxStep, words: string) => void act(() => stepBox(box.id, verb), words)
  const network = box.isolation?.network === 'shared' ? 'network of the host' : 'no network'
  return (
    <>
      <header className="room-head">
        <a className="button small icon-only back" href="/boxes" aria-label="All boxes">
          <Icon name="arrow-left" />
        </a>
        <span className="hide-small">
          <Flag address={box.agentId} isRound />
        </span>
        <div className="grow">
          <h1>
            <bdi>{box.name}</bdi>
          </h1>
          <p className="text-small faint row wrap">
            <span className="row" role="status">
              <span className={DOTS[box.status]} />
              {box.status}
            </span>
            <span>{agent?.title ?? box.agentId} agent</span>
            <span className="hide-small">{network}, no keys</span>
            <span className="hide-medium mono">
              {box.id.slice(0, 12)}…{box.id.slice(-4)} <CopyButton text={box.id} label="Copy the id of the box" />
            </span>
          </p>
        </div>
        {box.status === 'ready' && (
          <span className="hide-small">
            <Button size="small" icon="pause" busy={busy} onClick={() => step('pause', 'Pausing')}>
              Pause box
            </Button>
          </span>
        )}
        {box.status === 'paused' && (
          <Button size="small" icon="play" busy={busy} onClick={() => step('resume', 'Resuming')}>
            Resume box
          </Button>
        )}
        <Button size="small" icon="ellipsis" aria-label="Box menu" onClick={() => setOpen(true)} />
      </header>
      {sessions.length > 0 && (
        <div className="sessions row">
          <Select
            label="Conversation"
            look="ghost"
            value={sessionId ?? 'new'}
            options={[
              ...sessions.map(({ id, title, createdAt }) => ({ value: id, label: `${title}, ${momentOf(createdAt)}` })),
              ...(sessionId === undefined ? [{ value: 'new', label: 'New conversation' }] : []),
            ]}
            onChange={onChoose}
          />
          <span className="grow" />
          <Button size="small" kind="ghost" icon="plus" onClick={() => onChoose('new')}>
            New conversation
          </Button>
        </div>
      )}
      {(problem !== undefined || box.status === 'error') && (
        <div className="pad">
          <Callout grade="danger" isAlert>
            {problem ?? box.statusReason ?? 'The agent could not be started.'}
          </Callout>
        </div>
      )}
      {isOpen && (
        <Sheet title="This box" onClose={() => setOpen(false)}>
          <Menu box={box} act={act} />
          <div className="stack only-narrow">{side}</div>
        </Sheet>
      )}
    </>
  )
}

function momentOf(moment: string): string {
  return new Date(moment).toLocaleString(pageLocale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
}

type Act = (work: () => Promise<unknown>, words: string) => Promise<boolean>

function Menu({ box, act }: { box: Box; act: Act }) {
  const [asked, setAsked] = useState<'stop' | 'delete'>()
  const isAlive = box.status !== 'stopped' && box.status !== 'error'
  return (
    <div className="stack">
      {asked === undefined && (
        <div className="row wrap">
          {box.status === 'ready' && (
            <Button icon="pause" onClick={() => void act(() => stepBox(box.id, 'pause'), 'Pausing')}>
              Pause box
            </Button>
          )}
          {isAlive && (
            <Button icon="circle-stop" onClick={() => setAsked('stop')}>
              Stop permanently
            </Button>
          )}
          <Button kind="danger" icon="trash-2" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </div>
      )}
      {asked === 'stop' && (
        <Callout grade="caution" title="A stopped box cannot be started again.">
          <p>Its conversation and files stay readable.</p>
          <p>
            <Button onClick={() => void act(() => stepBox(box.id, 'stop'), 'Stopping').then(() => setAsked(undefined))}>
              Stop this box
            </Button>
          </p>
        </Callout>
      )}
      {asked === 'delete' && (
        <Callout grade="danger" title="Everything in it is removed.">
          <p>Conversations, files and log. This cannot be undone.</p>
          <p>
            <Button
              kind="danger"
              onClick={() => void act(() => deleteBox(box.id).then(() => leaveFor('/boxes')), 'Deleting')}
            >
              Delete this box
            </Button>
          </p>
        </Callout>
      )}
    </div>
  )
}
