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
      <table className="tbl">
        <thead>
          <tr>
            <th>Age</th>
            <th>Side</th>
            <th>Token</th>
            <th className="num">ETH</th>
            <th className="num hide-s">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {trades.map(({ block, logIndex, timestamp, side, address, ethAmount, tokenAmount }) => (
            <tr key={`${block} ${logIndex}`}>
              <td className="faint">
                <Age at={timestamp} />
              </td>
              <td className={side === 'buy' ? 'up b' : 'down b'}>
                <Icon name={side === 'buy' ? 'arrow-up' : 'arrow-down'} size="xs" /> {side === 'buy' ? 'Buy' : 'Sell'}
              </td>
              <td>
                <a className="row mono s12" href={`/launch/${address}`}>
                  <Flag address={address} size="xs" />
                  {shortAddress(address)}
                </a>
              </td>
              <td className="num">{fixed(BigInt(ethAmount), 4)}</td>
              <td className="num hide-s">{whole(BigInt(tokenAmount))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
