const WIDTH = 64
const HEIGHT = 28
const EDGE = 2

/** A price over time as a small line, coloured by its direction; the change is written next to it. */
export function Sparkline({ points }: { points: readonly number[] }) {
  const first = points[0] ?? 0
  const last = points.at(-1) ?? 0
  const tone = { [-1]: ' falling', 0: '', 1: ' rising' }[Math.sign(last - first)]
  return (
    <svg
      className={`sparkline row-sparkline${tone}`}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path d={pathOf(points)} />
    </svg>
  )
}

function pathOf(points: readonly number[]): string {
  const low = Math.min(...points)
  const span = Math.max(...points) - low
  if (points.length < 2 || span === 0) return `M0 ${HEIGHT / 2}H${WIDTH}`
  const step = WIDTH / (points.length - 1)
  const y = (value: number) => HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE)
  return points
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}
