import { useState } from 'react'
import { paths, urlOf } from '#launchpad/wire/urls.ts'
import { fixed } from '#site/format.ts'
import type { WalletValue } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { Segments } from '../../components/Segments.tsx'
import { SkeletonRows } from '../../components/States.tsx'
import { useWidth } from '../../components/useWidth.ts'
import { Dollars } from '../../dollars/Dollars.tsx'
import { pathOf } from '../token/holderLines.ts'

const SPANS = {
  hour: { interval: '1m', limit: '60', label: '1 h' },
  day: { interval: '1h', limit: '24', label: '24 h' },
  week: { interval: '1h', limit: '168', label: '7 d' },
  all: { interval: '1d', limit: '200', label: '200 d' },
} as const
type Span = keyof typeof SPANS

/** With fewer points than these a day is too long for the chart. */
const FEW = 4
const HEIGHT = 96
const USUAL_WIDTH = 800
const POLL_MS = 60_000
const GWEI = 10n ** 9n

/** The value of the launched tokens of an account over time. */
export function ValueChart({ address }: { address: string }) {
  const [chosen, choose] = useState<Span>()
  const day = useValue(address, 'day')
  const span = chosen ?? (day && day.points.length < FEW ? 'hour' : 'day')
  const value = useValue(address, span)
  return (
    <>
      <div className="row wrap">
        <h2 className="text-compact grow">Tokens over time</h2>
        <Segments
          label="Time span"
          size="small"
          value={span}
          options={(Object.keys(SPANS) as Span[]).map((one) => ({ value: one, label: SPANS[one].label }))}
          onChange={choose}
        />
      </div>
      {!value && <SkeletonRows rows={1} label="Reading the value" />}
      {value && value.points.length > 0 && <Line {...value} />}
    </>
  )
}

function useValue(address: string, span: Span): WalletValue | undefined {
  const { interval, limit } = SPANS[span]
  const url = urlOf({ path: `${paths.wallets}/${address}/value`, query: { interval, limit } })
  return useResource<WalletValue>(url, { pollMs: POLL_MS, followsMined: true }).data
}

function Line({ points, tokensLeftOut }: WalletValue) {
  const [box, width] = useWidth<HTMLDivElement>(USUAL_WIDTH)
  const [pointed, point] = useState<number>()
  const values = points.map(({ valueEth }) => BigInt(valueEth))
  const shown = values[pointed ?? -1] ?? values.at(-1) ?? 0n
  const [lowest, highest] = values.reduce(([low, high], wei) => [wei < low ? wei : low, wei > high ? wei : high], [
    shown,
    shown,
  ] as [bigint, bigint])
  const ends = points.map(({ time }, index) => ({
    at: Date.parse(time) / 1000,
    value: Number((values[index] ?? 0n) / GWEI),
  }))
  // A single value is a line over the whole width.
  const plotted = ends.length === 1 ? ends.flatMap((end) => [{ ...end, at: end.at - 1 }, end]) : ends
  const last = points.length - 1
  return (
    <figure>
      <figcaption className="text-small">
        <b>{fixed(shown, 4)}</b> ETH
        <Dollars wei={shown} />{' '}
        <span className="faint">{pointed === undefined ? 'now' : timeOf(points[pointed]?.time)}</span>
      </figcaption>
      <div
        ref={box}
        onPointerMove={({ nativeEvent: { offsetX } }) =>
          point(Math.min(last, Math.max(0, Math.ceil((offsetX / width) * last))))
        }
        onPointerLeave={() => point(undefined)}
      >
        <svg
          className="holder-line"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`Value over time: ${fixed(lowest, 4)} to ${fixed(highest, 4)} ETH, ${fixed(values.at(-1) ?? 0n, 4)} now.`}
        >
          <line className="base-line" x1={0} x2={width} y1={HEIGHT - 1} y2={HEIGHT - 1} />
          <path d={pathOf(plotted, { width, height: HEIGHT })} />
        </svg>
      </div>
      <p className="text-tiny faint">
        {lowest === highest ? 'Unchanged' : `${fixed(lowest, 4)} to ${fixed(highest, 4)} ETH`}
        {tokensLeftOut > 0 && `, without ${tokensLeftOut} tokens of the lowest value`}
      </p>
    </figure>
  )
}

function timeOf(time: string | undefined): string {
  return time === undefined ? '' : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}
