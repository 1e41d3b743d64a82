import { age, exact, percent, price, short, UNKNOWN } from '#site/format.ts'
import { Dollars } from '../dollars/Dollars.tsx'
import { Icon } from './Icon.tsx'
import { useNow } from './useNow.ts'

/** A price in ETH, its zeros folded; spoken and on hover in full. */
export function Price({ wei }: { wei: bigint }) {
  const { text, zeros, digits } = price(wei)
  if (zeros === 0) return <span>{text}</span>
  const full = exact(wei)
  return (
    <span title={`${full} ETH`}>
      <span aria-hidden="true">
        {text}
        <sub className="zeros">{zeros}</sub>
        {digits}
      </span>
      <span className="screen-reader">{full}</span>
    </span>
  )
}

/** An amount of ETH in its short form, and in dollars where the page has their price. */
export function Eth({ wei }: { wei: bigint | null }) {
  return (
    <>
      <span className="nowrap">
        {wei === null ? UNKNOWN : short(wei)}
        <span className="unit">ETH</span>
      </span>
      <Dollars wei={wei} />
    </>
  )
}

/** A change: arrow and figure, never a bare colour. */
export function Change({ bps }: { bps: number | null }) {
  if (bps === null) return <span className="faint">{UNKNOWN}</span>
  if (bps === 0) return <span className="faint nowrap">0.0 %</span>
  const isUp = bps > 0
  return (
    <span className={`${isUp ? 'up' : 'down'} nowrap`}>
      <Icon name={isUp ? 'arrow-up' : 'arrow-down'} size="tiny" />
      <span className="screen-reader">{isUp ? 'up' : 'down'}</span> {percent(Math.abs(bps))}
    </span>
  )
}

/** How long ago something was; the moment itself on hover. */
export function Age({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return <span>{UNKNOWN}</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toUTCString()}>
      {age(date, now)}
    </time>
  )
}
