import { fixed, UNKNOWN } from '#site/format.ts'
import { Dollars } from '../dollars/Dollars.tsx'
import { Icon } from './Icon.tsx'

/** A profit or a loss in ETH: arrow, word and figure, never a bare colour. */
export function Gain({ wei }: { wei: bigint | undefined }) {
  if (wei === undefined) return <span className="faint">{UNKNOWN}</span>
  if (wei === 0n) return <span className="faint nowrap">{fixed(0n, 4)}</span>
  const isGain = wei > 0n
  const amount = isGain ? wei : -wei
  return (
    <span className={`${isGain ? 'up' : 'down'} nowrap`}>
      <Icon name={isGain ? 'arrow-up' : 'arrow-down'} size="tiny" />
      <span className="screen-reader">{isGain ? 'profit' : 'loss'}</span> {fixed(amount, 4)}
      <Dollars wei={amount} />
    </span>
  )
}
