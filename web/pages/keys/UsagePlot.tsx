import type { Count } from './keysApi.ts'

const DAYS = 7
const HEIGHT = 110
const WIDTH = 520
const DAY_MS = 86_400_000

/** Calls of each of the last seven days, answered and failed. */
export function UsagePlot({ counts }: { counts: readonly Count[] }) {
  const today = Date.now()
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    const own = counts.filter((count) => count.day === day)
    const sum = (list: readonly Count[]) => list.reduce((all, { count }) => all + count, 0)
    return {
      day,
      answered: sum(own.filter(({ status }) => status < 400)),
      failed: sum(own.filter(({ status }) => status >= 400)),
    }
  })
  const most = Math.max(1, ...days.map(({ answered, failed }) => answered + failed))
  const heightOf = (count: number) => (count / most) * HEIGHT
  const step = WIDTH / DAYS
  return (
    <>
      <svg
        className="chart use"
        viewBox={`0 0 560 ${HEIGHT + 30}`}
        role="img"
        aria-label={`Requests per day over seven days, at most ${most} a day`}
      >
        <line className="grid-line" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        <line className="grid-line" x1="0" x2={WIDTH} y1="0.5" y2="0.5" />
        <text x={WIDTH + 6} y="12">
          {most}
        </text>
        <text x={WIDTH + 6} y={HEIGHT + 4}>
          0
        </text>
        {days.map(({ day, answered, failed }, index) => (
          <g key={day}>
            <rect
              className="ok"
              x={index * step + 8}
              y={HEIGHT - heightOf(answered + failed)}
              width={step - 16}
              height={heightOf(answered)}
            />
            <rect
              className="failed"
              x={index * step + 8}
              y={HEIGHT - heightOf(failed)}
              width={step - 16}
              height={heightOf(failed)}
            />
            <text x={index * step + step / 2} y={HEIGHT + 20} textAnchor="middle">
              {day.slice(5)}
            </text>
          </g>
        ))}
      </svg>
      <p className="legend text-small">
        <span>
          <span className="swatch" />
          answered
        </span>
        <span>
          <span className="swatch failed" />
          failed
        </span>
      </p>
    </>
  )
}
