import { paths, urlOf } from '#launchpad/wire/urls.ts'
import { fixed, percent } from '#site/format.ts'
import type { HolderHistory, TokenDetail } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { useWidth } from '../../components/useWidth.ts'
import { endOf, intervalFor, type Plotted, pathOf } from './holderLines.ts'

type Point = HolderHistory['points'][number]

const POLL_MS = 10_000
const POINTS = 300
const HEIGHT = 96
const USUAL_WIDTH = 400

/** The number of holders and the share of the ten largest, over time. */
export function HolderChart({ token }: { token: TokenDetail }) {
  const interval = intervalFor(token)
  const query = { address: token.address, interval, limit: String(POINTS) }
  const { data } = useResource<HolderHistory>(urlOf({ path: paths.holderHistory, query }), { pollMs: POLL_MS })
  const points = data?.points ?? []
  if (points.length === 0) return null
  const plotted = (figure: (point: Point) => number) => {
    const drawn = points.map((point) => ({ at: endOf(point.time, interval), value: figure(point) }))
    // Nobody holds a token before the first point.
    return points.length < POINTS
      ? [{ at: Date.parse(token.createdAtTimestamp ?? points[0]?.time ?? '') / 1000, value: 0 }, ...drawn]
      : drawn
  }
  return (
    <div className="holder-charts pad">
      <Line title="Holders" points={plotted(({ holders }) => holders)} textOf={(value) => fixed(BigInt(value), 0, 0)} />
      <Line
        title="Ten largest, of the supply"
        points={plotted(({ top10ShareBps }) => top10ShareBps)}
        textOf={(value) => percent(value, 2)}
      />
    </div>
  )
}

type LineProps = { title: string; points: readonly Plotted[]; textOf(value: number): string }

function Line({ title, points, textOf }: LineProps) {
  const [box, width] = useWidth<HTMLDivElement>(USUAL_WIDTH)
  const [first, last] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0]
  const highest = Math.max(...points.map(({ value }) => value))
  const label = `${title} over time: ${textOf(first)} at first, ${textOf(highest)} at most, ${textOf(last)} now.`
  return (
    <figure>
      <figcaption className="text-small">
        <span className="muted">{title}</span> <b>{textOf(last)}</b>
      </figcaption>
      <div ref={box}>
        <svg className="holder-line" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
          <line className="base-line" x1={0} x2={width} y1={HEIGHT - 1} y2={HEIGHT - 1} />
          <path d={pathOf(points, { width, height: HEIGHT })} />
        </svg>
      </div>
      <p className="text-tiny faint">
        {textOf(first)} at first, {textOf(highest)} at most
      </p>
    </figure>
  )
}
