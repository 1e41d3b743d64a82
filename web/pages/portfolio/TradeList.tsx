import { useState } from 'react'
import { cut, fixed, shortAddress, whole } from '#site/format.ts'
import type { Trade } from '../../api/launchpad.ts'
import { useTokenLabel } from '../../api/useTokenLabel.ts'
import { Button } from '../../components/Button.tsx'
import { Age } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Empty, SkeletonRows } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'

const STEP = 50

/** The trades of one account, over all tokens. */
export function TradeList({ trades }: { trades: Trade[] | undefined }) {
  const [shown, setShown] = useState(STEP)
  if (!trades) return <SkeletonRows rows={3} label="Reading trades" />
  if (trades.length === 0) return <Empty title="This account has no trades" />
  return (
    <>
      <Table columns={['Age', 'Side', 'Token', ['ETH', 'numeric'], ['Tokens', 'numeric hide-small']]}>
        {trades.slice(0, shown).map(({ block, logIndex, timestamp, side, address, ethAmount, tokenAmount }) => (
          <tr key={`${block} ${logIndex}`}>
            <td className="faint">
              <Age at={timestamp} />
            </td>
            <td className={side === 'buy' ? 'up bold' : 'down bold'}>
              <Icon name={side === 'buy' ? 'arrow-up' : 'arrow-down'} size="tiny" /> {side === 'buy' ? 'Buy' : 'Sell'}
            </td>
            <td>
              <TokenLink address={address} />
            </td>
            <td className="numeric">
              {fixed(BigInt(ethAmount), 4)}
              <Dollars wei={BigInt(ethAmount)} />
            </td>
            <td className="numeric hide-small">{whole(BigInt(tokenAmount))}</td>
          </tr>
        ))}
      </Table>
      {trades.length > shown && (
        <div className="pad">
          <Button isWide size="small" onClick={() => setShown(shown + STEP)}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

/** The symbol of a token, or its address until the symbol is known. */
function TokenLink({ address }: { address: string }) {
  const label = useTokenLabel(address)
  return (
    <a className="row" href={`/launch/${address}`} title={address}>
      <Flag address={address} size="tiny" image={label?.image} />
      {label ? <bdi>{cut(label.symbol, 12)}</bdi> : <span className="mono text-small">{shortAddress(address)}</span>}
    </a>
  )
}
