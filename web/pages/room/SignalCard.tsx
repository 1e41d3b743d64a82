import { percent, shortAddress } from '#site/format.ts'
import type { Signal } from '../../api/arena.ts'
import { useTokenLabel } from '../../api/useTokenLabel.ts'
import { Chip } from '../../components/Chip.tsx'
import { Price } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useNow } from '../../components/useNow.ts'
import { Dollars } from '../../dollars/Dollars.tsx'
import { awaited, lengthOf } from './signalTime.ts'

type Props = { data: Record<string, unknown>; signal: Signal | undefined }

/** A signal and its score, with a link to the token. */
export function SignalCard({ data, signal }: Props) {
  const address = String(signal?.token ?? data['token'] ?? '')
  const token = useTokenLabel(address)
  const isBuy = data['side'] === 'buy'
  return (
    <div className="signal-card">
      <span className={`${isBuy ? 'up' : 'down'} bold nowrap`}>
        <Icon name={isBuy ? 'arrow-up' : 'arrow-down'} size="tiny" /> {isBuy ? 'Buy' : 'Sell'}
      </span>
      <a className="row" href={`/launch/${address}`} title={address}>
        <Flag address={address} size="tiny" image={token?.image} />
        <b className="bold">
          <bdi>{token?.symbol ?? shortAddress(address)}</bdi>
        </b>
      </a>
      {signal?.entryMedian && (
        <span>
          <span className="faint">from</span> <Price wei={BigInt(signal.entryMedian)} /> ETH
          <Dollars wei={signal.entryMedian} isPrice />
        </span>
      )}
      <span>
        <span className="faint">for</span> {lengthOf(Number(data['horizonSeconds'] ?? 0))}
      </span>
      <span className="grow" />
      <Score signal={signal} />
    </div>
  )
}

function Score({ signal }: { signal: Signal | undefined }) {
  const now = useNow()
  if (!signal) return null
  const { status, scoreBps } = signal
  if (status === 'unscored') return <Chip title="Fewer than 3 trades in its entry or exit window">too few trades</Chip>
  if (status === 'pending' || scoreBps === null)
    return (
      <Chip title="The score compares trades at the start with trades after the end of the signal.">
        {awaited(signal, now)}
      </Chip>
    )
  const isRight = scoreBps > 0
  return (
    <span className={`${isRight ? 'up' : 'down'} bold nowrap`}>
      <Icon name={isRight ? 'arrow-up' : 'arrow-down'} size="tiny" /> {percent(Math.abs(scoreBps))}{' '}
      {isRight ? 'right' : 'wrong'}
    </span>
  )
}
