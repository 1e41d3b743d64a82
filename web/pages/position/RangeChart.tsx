import { useMemo } from 'react'
import { type DepthSegment, depthBars } from '../../components/depthBars.ts'
import { useWidth } from '../../components/useWidth.ts'
import { distanceText, priceText } from '../../liquidity/priceText.ts'
import { axisPrices } from './axisPrices.ts'
import { moveBound, type PriceScale, toPrice, toTick } from './priceScale.ts'
import type { Range } from './useRange.ts'

const EDGE = 14
const TOP = 34
const BASE = 216
const HEIGHT = 244
const TAG = 70
const NARROW = 560

type Props = {
  range: Range
  scale: PriceScale
  segments: readonly DepthSegment[] | undefined
  /** DUSD per ETH. */
  unit: string
  /** The token on each side of the price, with its share of the value. */
  mix: { below: string; above: string } | undefined
}

/** Prices as they are drawn: from left to right they rise, whichever token they are counted in. */
function shown(tick: number, { isFlipped }: PriceScale): number {
  return isFlipped ? -tick : tick
}

/** Liquidity by price with the range over it; its two ends are sliders for hand, keyboard and screen reader. */
export function RangeChart({ range, scale, segments, unit, mix }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>(860)
  const { bounds, view } = range
  const [from, to] = ends(view.from, view.to, scale)
  const [low, high] = ends(bounds.lower, bounds.upper, scale)
  const now = shown(range.now, scale)
  const x = (value: number) =>
    EDGE + ((Math.min(Math.max(value, from), to) - from) / (to - from)) * Math.max(1, width - 2 * EDGE)
  const priceAt = (value: number) => toPrice(shown(value, scale), scale)
  const current = priceAt(now)
  return (
    <div className="range-plot" ref={ref}>
      <svg className="chart range" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} aria-hidden="true">
        <rect className="selection" x={x(low)} y={TOP} width={Math.max(0, x(high) - x(low))} height={BASE - TOP} />
        <Bars {...{ segments, from, to, low, high, now, width, isFlipped: scale.isFlipped }} />
        <line className="base-line" x1={0} x2={width} y1={BASE} y2={BASE} />
        <Axis {...{ from, to, scale, x, width }} />
        {now > from && now < to && <Now at={x(now)} width={width} text={`now ${priceText(current)}`} />}
        {mix && x(high) - x(low) > 300 && (
          <>
            <text className="mix" x={x(low) + 14} y={TOP + 40}>
              {mix.below}
            </text>
            <text className="mix" x={x(high) - 14} y={TOP + 40} textAnchor="end">
              {mix.above}
            </text>
          </>
        )}
        <Handle name="low" at={x(low)} />
        <Handle name="high" at={x(high)} />
        <Tags
          at={[x(low), x(high)]}
          width={width}
          texts={[distanceText(priceAt(low), current), distanceText(priceAt(high), current)]}
        />
      </svg>
      {(['low', 'high'] as const).map((name) => {
        const value = name === 'low' ? low : high
        const price = priceAt(value)
        return (
          <input
            key={name}
            type="range"
            className={`range-input ${name}`}
            aria-label={name === 'low' ? 'Lowest price' : 'Highest price'}
            aria-valuetext={`${priceText(price)} ${unit}, ${distanceText(price, current)} from now`}
            min={from}
            max={to}
            step={range.spacing}
            value={Math.min(Math.max(value, from), to)}
            onChange={(event) => range.setBounds(moved(range, scale, { name, to: Number(event.target.value) }))}
          />
        )
      })}
    </div>
  )
}

function ends(lower: number, upper: number, scale: PriceScale): [number, number] {
  return scale.isFlipped ? [-upper, -lower] : [lower, upper]
}

function moved(range: Range, scale: PriceScale, { name, to }: { name: 'low' | 'high'; to: number }) {
  const end = (name === 'low') === scale.isFlipped ? 'upper' : 'lower'
  return moveBound(range.bounds, end, { tick: shown(to, scale), spacing: range.spacing })
}

type BarsProps = {
  segments: readonly DepthSegment[] | undefined
  from: number
  to: number
  low: number
  high: number
  now: number
  width: number
  isFlipped: boolean
}

function Bars({ segments, from, to, low, high, now, width, isFlipped }: BarsProps) {
  const count = width < NARROW ? 32 : 72
  const heights = useMemo(() => {
    if (!segments) return []
    const bars = depthBars(segments, isFlipped ? { from: -to, to: -from } : { from, to }, count)
    return isFlipped ? bars.reverse() : bars
  }, [segments, from, to, count, isFlipped])
  const step = (width - 2 * EDGE) / count
  return heights.map((height, index) => {
    const middle = from + ((index + 0.5) / count) * (to - from)
    const isIn = middle >= low && middle <= high
    const tall = Math.max(height > 0 ? 2 : 0, height * (BASE - TOP - 44))
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        key={index}
        className={barClass(isIn, middle < now)}
        x={EDGE + index * step + 1}
        y={BASE - tall}
        width={Math.max(1, step - 2)}
        height={tall}
      />
    )
  })
}

function barClass(isIn: boolean, isBelow: boolean): string {
  if (!isIn) return 'out'
  return isBelow ? 'in' : 'in-above'
}

function Axis({
  from,
  to,
  scale,
  x,
  width,
}: {
  from: number
  to: number
  scale: PriceScale
  x(value: number): number
  width: number
}) {
  const prices = axisPrices(
    toPrice(shown(from, scale), scale),
    toPrice(shown(to, scale), scale),
    width < NARROW ? 5 : 6,
  )
  return prices.map((price) => {
    const at = x(shown(toTick(price, scale), scale))
    if (at < 30 || at > width - 30) return null
    return (
      <g key={price}>
        <line className="grid-line" x1={at} x2={at} y1={BASE} y2={BASE + 6} />
        <text x={at} y={BASE + 20} textAnchor="middle">
          {priceText(price).replace(/\.00$/, '')}
        </text>
      </g>
    )
  })
}

function Now({ at, width, text }: { at: number; width: number; text: string }) {
  return (
    <>
      <line className="current-line" x1={at} x2={at} y1={TOP + 18} y2={BASE} />
      <text className="current-text" x={Math.min(Math.max(at, 50), width - 50)} y={TOP + 13} textAnchor="middle">
        {text}
      </text>
    </>
  )
}

function Handle({ name, at }: { name: 'low' | 'high'; at: number }) {
  return (
    <g className={name}>
      <line className="handle-line" x1={at} x2={at} y1={TOP} y2={BASE} />
      <rect className="grip" x={at - 8} y={98} width={16} height={36} rx={5} />
      <path className="grip-lines" d={`M${at - 2.5} 108v16M${at + 2.5} 108v16`} />
    </g>
  )
}

/** The distance of each end from the price; tags that would overlap are moved apart. */
function Tags({ at: [low, high], texts, width }: { at: [number, number]; texts: [string, string]; width: number }) {
  const isClose = high - low < TAG + 4
  const middle = Math.min(Math.max((low + high) / 2, TAG + 2), width - TAG - 2)
  const places = isClose ? [middle - TAG / 2 - 2, middle + TAG / 2 + 2] : [low, high]
  return places.map((place, index) => {
    const at = Math.min(Math.max(place, TAG / 2), width - TAG / 2)
    return (
      <g key={index === 0 ? 'low' : 'high'}>
        <rect className="tag" x={at - TAG / 2} y={8} width={TAG} height={24} rx={4} />
        <text className="tag-text" x={at} y={24.5} textAnchor="middle">
          {texts[index]}
        </text>
      </g>
    )
  })
}
