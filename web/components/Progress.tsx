import { percent } from '#site/format.ts'

const TICKS = [25, 50, 75]

/** How far a launch is from graduation; in the colour of water once it has. */
export function Progress({ bps, isDone = false }: { bps: number; isDone?: boolean }) {
  return (
    <svg
      className={`bar${isDone ? ' full' : ''}`}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
      aria-label={isDone ? 'Graduated' : `${percent(bps)} of the way to graduation`}
    >
      <rect width={bps / 100} height="6" />
      {TICKS.map((tick) => (
        <line key={tick} x1={tick} x2={tick} y1="0" y2="6" />
      ))}
    </svg>
  )
}

/** A thin bar for a share of the whole; the figure is next to it. */
export function ShareBar({ bps, ofBps = 10_000 }: { bps: number; ofBps?: number }) {
  return (
    <svg className="bar thin" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.min(100, (bps * 100) / Math.max(1, ofBps))} height="4" />
    </svg>
  )
}
