import { Button } from './Button.tsx'

export type Connection = 'connecting' | 'live' | 'lost' | 'paused'

const WORDS: Record<Connection, string> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
  paused: 'Paused',
}
const DOTS: Record<Connection, string> = {
  connecting: 'dot off',
  live: 'dot live',
  lost: 'dot warn',
  paused: 'dot off',
}

type Props = { connection: Connection; note?: string | undefined; onPause(isPaused: boolean): void }

/** Whether what is shown moves by itself, and the button that stops it. */
export function LiveState({ connection, note, onPause }: Props) {
  const isPaused = connection === 'paused'
  return (
    <div className="row livebox">
      <span className="row s13" role="status">
        <span className={DOTS[connection]} />
        {WORDS[connection]}
        {note !== undefined && <span className="faint lag">{note}</span>}
      </span>
      <PauseButton isPaused={isPaused} onPause={onPause} />
    </div>
  )
}

export function PauseButton({ isPaused, onPause }: { isPaused: boolean; onPause(isPaused: boolean): void }) {
  return (
    <Button size="sm" icon={isPaused ? 'play' : 'pause'} onClick={() => onPause(!isPaused)}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
