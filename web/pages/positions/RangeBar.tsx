import type { Position } from '../../api/liquidity.ts'
import { symbolText } from '../../liquidity/PairName.tsx'
import { priceAt, priceAtTick } from '../../liquidity/poolFigures.ts'
import { priceText } from '../../liquidity/priceText.ts'

/** Space on either side of a range, as a fraction of its width. */
const MARGIN = 0.25
const ENDLESS = 880_000

type Props = { position: Position; sqrtRatioX96: string; quote: 'token0' | 'token1' }

/** The price within a position's range, at a glance; the figures are below. */
export function RangeBar({ position, sqrtRatioX96, quote }: Props) {
  const { token0, token1, status } = position
  const price = priceAt(sqrtRatioX96, [token0, token1])
  const isInverted = quote === 'token0'
  const [counted, other] = isInverted ? [token0, token1] : [token1, token0]
  const now = priceText(isInverted ? 1 / price : price)
  const unit = `${symbolText(counted)} per ${symbolText(other)}`
  const textAt = (tick: number) => {
    const direction = isInverted ? -tick : tick
    if (Math.abs(tick) > ENDLESS) return direction > 0 ? '∞' : '0'
    return priceText(priceAtTick(tick, [token0, token1]) ** (isInverted ? -1 : 1))
  }
  const ends = endsOf(position)
  return (
    <div className="range-bar">
      <Bar position={position} isInverted={isInverted} />
      <p className="text-compact">
        {ends === undefined ? 'Every price' : `${(isInverted ? ends.toReversed() : ends).map(textAt).join(' to ')}`}{' '}
        {ends !== undefined && <span className="unit">{unit}</span>}
      </p>
      <p className="text-small faint">
        now {now}
        {ends === undefined && ` ${unit}`}
        {status === 'OUT_OF_RANGE' && ': it earns nothing until the price is back'}
      </p>
    </div>
  )
}

/** The ticks at the ends of a range; nothing where it has none. */
function endsOf({ tickLower, tickUpper }: Position): [number, number] | undefined {
  if (tickLower === undefined || tickUpper === undefined) return undefined
  return tickLower < -ENDLESS && tickUpper > ENDLESS ? undefined : [tickLower, tickUpper]
}

function Bar({ position, isInverted }: { position: Position; isInverted: boolean }) {
  if (endsOf(position) === undefined)
    return (
      <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
        <rect className="in" y="4" width="100" height="6" />
        <rect className="price" x="49.6" width="0.8" height="14" />
      </svg>
    )
  const { tickLower = -1, tickUpper = 1, currentTick = 0, status } = position
  const width = tickUpper - tickLower
  const from = Math.min(tickLower - width * MARGIN, currentTick - width * MARGIN)
  const to = Math.max(tickUpper + width * MARGIN, currentTick + width * MARGIN)
  const place = (tick: number) => {
    const part = ((tick - from) / (to - from)) * 100
    return isInverted ? 100 - part : part
  }
  const [start, end] = isInverted ? [place(tickUpper), place(tickLower)] : [place(tickLower), place(tickUpper)]
  const tone = { IN_RANGE: 'in', OUT_OF_RANGE: 'out', CLOSED: 'closed', CLOSED_WITH_FEES: 'closed' }[status]
  return (
    <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" y="4" width="100" height="6" />
      <rect className={tone} x={start} y="4" width={Math.max(0.5, end - start)} height="6" />
      <rect className="price" x={place(currentTick) - 0.4} width="0.8" height="14" />
    </svg>
  )
}
