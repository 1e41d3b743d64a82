import { type DepthSegment, depthBars } from './depthBars.ts'
import { useWidth } from './useWidth.ts'

const HEIGHT = 220
const TOP = 40
const FLOOR = HEIGHT - 28
const BAR_WIDTH = 12
const LABEL_WIDTH = 110
const USUAL_WIDTH = 860

type Props = {
  segments: readonly DepthSegment[]
  currentTick: number
  /** The ticks at the ends of the picture. */
  from: number
  to: number
  /** Prices rise from left to right: towards lower ticks where the price is counted in token0. */
  isInverted: boolean
  priceText(tick: number): string
  /** The price itself, which lies between two ticks. */
  nowText: string
  /** The chart in words; the figures belong in a table next to it. */
  label: string
}

/** Liquidity by price: deep blue below the current price, pale above. */
export function DepthChart({ segments, currentTick, from, to, isInverted, priceText, nowText, label }: Props) {
  const [box, width] = useWidth<HTMLDivElement>(USUAL_WIDTH)
  const count = Math.max(12, Math.floor(width / BAR_WIDTH))
  const heights = depthBars(segments, { from, to }, count)
  const step = width / count
  const place = (tick: number) => {
    const part = (tick - from) / (to - from)
    return (isInverted ? 1 - part : part) * width
  }
  const now = place(currentTick)
  return (
    <div ref={box} className="depth">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
        {heights.map((height, index) => {
          const x = (isInverted ? count - 1 - index : index) * step
          const tall = height * (FLOOR - TOP)
          const tone = x + step / 2 < now ? 'below' : 'above'
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          return <rect key={index} className={tone} x={x + 1} y={FLOOR - tall} width={step - 2} height={tall} />
        })}
        <line className="base-line" x1={0} x2={width} y1={FLOOR} y2={FLOOR} />
        <Axis {...{ from, to, width, place, priceText }} />
        <line className="now" x1={now} x2={now} y1={TOP - 12} y2={FLOOR} />
        <text className="now-text" x={between(now, 60, width - 60)} y={TOP - 18} textAnchor="middle">
          now {nowText}
        </text>
      </svg>
    </div>
  )
}

type AxisProps = Pick<Props, 'from' | 'to' | 'priceText'> & { width: number; place(tick: number): number }

function Axis({ from, to, width, place, priceText }: AxisProps) {
  const count = Math.max(2, Math.floor(width / LABEL_WIDTH))
  const ticks = Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 0.5)) / count)
  return ticks.map((tick) => (
    <g key={tick}>
      <line className="grid-line" x1={place(tick)} x2={place(tick)} y1={FLOOR} y2={FLOOR + 6} />
      <text x={place(tick)} y={HEIGHT - 8} textAnchor="middle">
        {priceText(tick)}
      </text>
    </g>
  ))
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}
