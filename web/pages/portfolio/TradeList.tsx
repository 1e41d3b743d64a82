import { fixed, shortAddress, whole } from '#site/format.ts'
import type { Trade } from '../../api/launchpad.ts'
import { Age } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Empty, SkeletonRows } from '../../components/States.tsx'

/** The trades of one account, over all tokens. */
export function TradeList({ trades }: { trades: Trade[] | undefined }) {
  if (!trades) return <SkeletonRows rows={3} label="Reading trades" />
  if (trades.length === 0) return <Empty title="This account has traded nothing" />
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th>Age</th>
            <th>Side</th>
            <th>Token</th>
            <th className="numeric">ETH</th>
            <th className="numeric hide-small">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {trades.map(({ block, logIndex, timestamp, side, address, ethAmount, tokenAmount }) => (
            <tr key={`${block} ${logIndex}`}>
              <td className="faint">
                <Age at={timestamp} />
              </td>
              <td className={side === 'buy' ? 'up bold' : 'down bold'}>
                <Icon name={side === 'buy' ? 'arrow-up' : 'arrow-down'} size="tiny" /> {side === 'buy' ? 'Buy' : 'Sell'}
              </td>
              <td>
                <a className="row mono text-small" href={`/launch/${address}`}>
                  <Flag address={address} size="tiny" />
                  {shortAddress(address)}
                </a>
              </td>
              <td className="numeric">{fixed(BigInt(ethAmount), 4)}</td>
              <td className="numeric hide-small">{whole(BigInt(tokenAmount))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
