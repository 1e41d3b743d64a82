import { cut, exact, fixed, short, UNKNOWN, whole } from '#site/format.ts'
import type { TokenPage } from '../../api/launchpad.ts'
import type { Query } from '../../api/useQuery.ts'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { profitOf, sumTrades } from './profits.ts'
import { type Holding, worthOf } from './useHoldings.ts'
import type { Trades } from './useTrades.ts'

type FeeProps = { address: string; launched: TokenPage | undefined; isMine: boolean }
type Props = FeeProps & { query: Query<Holding[]>; trades: Trades | undefined }

/** Tokens held, their value at the current price, and fees to claim. */
export function Holdings({ query, trades, ...fees }: Props) {
  return (
    <QueryView query={query} what="balances" rows={3} isPadded>
      {(holdings) => (
        <>
          <Fees {...fees} />
          <HoldingTable holdings={holdings} trades={trades} />
        </>
      )}
    </QueryView>
  )
}

function HoldingTable({ holdings, trades }: { holdings: readonly Holding[]; trades: Trades | undefined }) {
  if (holdings.length === 0) return <Empty title="This account holds no launched token" />
  const sums = trades?.isWhole ? sumTrades(trades.trades) : undefined
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th>Token</th>
            <th className="numeric">Amount</th>
            <th className="numeric">Worth now, ETH</th>
            <th className="numeric" title="ETH received and worth now, less ETH paid">
              Profit or loss, ETH
            </th>
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding) => (
            <tr key={holding.token.address}>
              <td>
                <a className="row" href={`/launch/${holding.token.address}`}>
                  <Flag address={holding.token.address} size="tiny" image={holding.token.metadata?.image} />
                  <bdi>{cut(holding.token.name)}</bdi>{' '}
                  <span className="faint text-small">{cut(holding.token.symbol, 12)}</span>
                </a>
              </td>
              <td className="numeric" title={whole(holding.balance)}>
                {short(holding.balance)}
              </td>
              <td className="numeric">{fixed(worthOf(holding), 4)}</td>
              <td className="numeric">
                <Profit wei={sums && profitOf(holding, sums)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Unknown where tokens came or went without a trade. */
function Profit({ wei }: { wei: bigint | undefined }) {
  if (wei === undefined) return <span className="faint">{UNKNOWN}</span>
  const isGain = wei >= 0n
  return (
    <span className={`${isGain ? 'up' : 'down'} nowrap`}>
      <Icon name={isGain ? 'arrow-up' : 'arrow-down'} size="tiny" />
      <span className="screen-reader">{isGain ? 'profit' : 'loss'}</span> {fixed(isGain ? wei : -wei, 4)}
    </span>
  )
}

/** The fees that this account can claim; those of tokens whose creator role it gave away belong to another. */
function Fees({ address, launched, isMine }: FeeProps) {
  const open = (launched?.tokens ?? []).filter(
    ({ currentCreator, creatorFees }) => currentCreator === address && BigInt(creatorFees?.claimable ?? 0) > 0n,
  )
  if (open.length === 0) return null
  return (
    <ul className="holders fees">
      {open.map((token) => (
        <li key={token.address}>
          <span className="row grow">
            <Flag address={token.address} size="tiny" image={token.metadata?.image} />
            <span className="clip">
              Fees of <bdi>{cut(token.name)}</bdi> to claim
            </span>
          </span>
          <span>{isMine && <a href={`/launch/${token.address}`}>Claim</a>}</span>
          <b title={`${exact(BigInt(token.creatorFees?.claimable ?? 0))} ETH`}>
            {fixed(BigInt(token.creatorFees?.claimable ?? 0), 4)} ETH
          </b>
        </li>
      ))}
    </ul>
  )
}
