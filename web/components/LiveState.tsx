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

type Props = { connection: Connection; note?: string | undefined; isLate?: boolean; onPause(isPaused: boolean): void }

/** Whether what is shown moves by itself, and the button that stops it. */
export function LiveState({ connection, note, isLate = false, onPause }: Props) {
  const isPaused = connection === 'paused'
  return (
    <div className="row live-state">
      <span className="row text-compact">
        <span className={DOTS[connection]} />
        <span role="status">{WORDS[connection]}</span>
        {note !== undefined && <span className={isLate ? 'warn bold lag late' : 'faint lag'}>{note}</span>}
      </span>
      <PauseButton isPaused={isPaused} onPause={onPause} />
    </div>
  )
}

export function PauseButton({ isPaused, onPause }: { isPaused: boolean; onPause(isPaused: boolean): void }) {
  return (
    <Button size="small" icon={isPaused ? 'play' : 'pause'} onClick={() => onPause(!isPaused)}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
