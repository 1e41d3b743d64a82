import type { Position } from '../../api/liquidity.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { endWatch, type PositionHistory, readHistory, startWatch } from '../../api/watches.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { SkeletonRows } from '../../components/States.tsx'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { HistoryFigures } from './HistoryFigures.tsx'
import { MoveList } from './MoveList.tsx'
import { nameOf } from './nameOf.ts'

const POLL_MS = 4_000

type Props = { position: Position; onClose(): void }

/** A position over time, for accounts that asked the service to follow it. */
export function HistorySheet({ position, onClose }: Props) {
  const account = useSignedIn()
  const key = account && `${account} ${nameOf(position)}`
  const query = useQuery(key, (signal) => readHistory(position, signal), { pollMs: POLL_MS, followsMined: true })
  const action = useAction()
  const act = (work: () => Promise<unknown>, words: string) => void action.run(() => work().then(query.reload), words)
  const isStarted = account !== undefined && query.data !== null
  return (
    <Sheet
      title={`History of ${nameOf(position)}`}
      onClose={onClose}
      footer={
        isStarted ? undefined : (
          <Start
            isSignedIn={account !== undefined}
            busy={action.busy}
            onStart={() => act(() => startWatch(position), 'Starting')}
          />
        )
      }
    >
      <Problem text={action.problem} />
      {isStarted ? (
        <QueryView query={query} what="the history" rows={4} warnsWhenOld>
          {(history) =>
            history && (
              <History
                {...{ position, history }}
                onEnd={() => act(() => endWatch(history.id), 'Ending')}
                busy={action.busy}
              />
            )
          }
        </QueryView>
      ) : (
        <Explanation />
      )}
    </Sheet>
  )
}

function Explanation() {
  return (
    <>
      <p className="words">
        See the deposits, the withdrawals and the fees of this position, and the result of holding the tokens instead.
      </p>
      <p className="muted text-compact">
        Slipway reads the history once from the logs of the chain and follows the position from then on. It keeps these
        public figures under your account until you stop. An account follows at most 20 positions.
      </p>
    </>
  )
}

type StartProps = { isSignedIn: boolean; busy: string | undefined; onStart(): void }

function Start({ isSignedIn, busy, onStart }: StartProps) {
  if (!isSignedIn) return <SignInButton />
  return (
    <Button kind="primary" size="large" busy={busy} onClick={onStart}>
      Start the history
    </Button>
  )
}

type HistoryProps = { position: Position; history: PositionHistory; busy: string | undefined; onEnd(): void }

function History({ position, history, busy, onEnd }: HistoryProps) {
  const { figures, moves, problem, block } = history
  return (
    <>
      {problem !== null && (
        <Callout grade="caution" title="The history could not be read any further.">
          {problem}
        </Callout>
      )}
      {figures && <HistoryFigures position={position} figures={figures} />}
      {!figures && problem === null && <SkeletonRows rows={4} label="Reading the history" />}
      <MoveList position={position} moves={moves} />
      <p className="text-small faint row wrap">
        <span className="grow">{block === null ? 'No block is read yet.' : `Read up to block ${block}.`}</span>
        <LinkButton disabled={busy !== undefined} onClick={onEnd}>
          Stop and delete this history
        </LinkButton>
      </p>
    </>
  )
}
