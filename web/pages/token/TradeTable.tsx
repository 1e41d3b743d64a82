import { memo } from 'react'
import { fixed, whole } from '#site/format.ts'
import type { TokenDetail, Trade } from '../../api/launchpad.ts'
import { config } from '../../api/siteData.ts'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Age } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { AccountName } from '../../names/AccountName.tsx'
import { useStore } from '../../store.ts'
import { connection } from '../../wallet/connection.ts'

const SUPPLY = 1_000_000_000n

type Props = { token: Pick<TokenDetail, 'symbol' | 'creator'>; trades: Trade[]; fresh: Trade[] }

export function TradeTable({ token, trades, fresh }: Props) {
  const state = useStore(connection)
  const me = state.status === 'connected' ? state.address : undefined
  const news = new Set(fresh.map(keyOf))
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th>Age</th>
            <th>Side</th>
            <th className="numeric">ETH</th>
            <th className="numeric hide-small">{token.symbol}</th>
            <th className="numeric hide-small">Market cap, ETH</th>
            <th>Trader</th>
            <th className="numeric hide-small">Tx</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <Row
              key={keyOf(trade)}
              trade={trade}
              isFresh={news.has(keyOf(trade))}
              isMine={trade.trader === me}
              isCreator={trade.trader === token.creator}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function keyOf({ block, logIndex }: Trade): string {
  return `${block} ${logIndex}`
}

type RowProps = { trade: Trade; isFresh: boolean; isMine: boolean; isCreator: boolean }

const Row = memo(function Row({ trade, isFresh, isMine, isCreator }: RowProps) {
  const { timestamp, side, ethAmount, tokenAmount, priceEth, trader, transactionHash } = trade
  const isBuy = side === 'buy'
  return (
    <tr className={isFresh ? 'fresh' : undefined}>
      <td className="faint">
        <Age at={timestamp} />
      </td>
      <td className={isBuy ? 'up bold' : 'down bold'}>
        <Icon name={isBuy ? 'arrow-up' : 'arrow-down'} size="tiny" /> {isBuy ? 'Buy' : 'Sell'}
      </td>
      <td className="numeric">
        {fixed(BigInt(ethAmount), 4)}
        <Dollars wei={BigInt(ethAmount)} />
      </td>
      <td className="numeric hide-small">{whole(BigInt(tokenAmount))}</td>
      <td className="numeric hide-small">{fixed(BigInt(priceEth) * SUPPLY, 3)}</td>
      <td>
        <span className="row">
          <Flag address={trader} isRound size="tiny" />
          <a className="mono text-small" href={`/portfolio/${trader}`} title={trader}>
            <AccountName address={trader} />
          </a>
          {isCreator && <Chip>creator</Chip>}
          {isMine && <Chip tone="accent">you</Chip>}
        </span>
      </td>
      <td className="numeric hide-small">
        {config.explorerUrl === null ? (
          <CopyButton text={transactionHash} label="Copy transaction hash" />
        ) : (
          <a
            href={`${config.explorerUrl}/tx/${transactionHash}`}
            target="_blank"
            rel="noreferrer"
            aria-label="Transaction in the explorer"
          >
            <Icon name="external-link" size="small" />
          </a>
        )}
      </td>
    </tr>
  )
})
