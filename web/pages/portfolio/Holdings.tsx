import { cut, exact, fixed, short, whole } from '#site/format.ts'
import type { TokenPage } from '../../api/launchpad.ts'
import type { Query } from '../../api/useQuery.ts'
import { Flag } from '../../components/Flag.tsx'
import { Gain } from '../../components/Gain.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { type Holding, worthOf } from './useHoldings.ts'
import { type OpenResults, profitOf } from './useOpenResults.ts'

type FeeProps = { address: string; launched: TokenPage | undefined; isMine: boolean }
type Props = FeeProps & { query: Query<Holding[]>; results: OpenResults | undefined }

/** Tokens held, their value at the current price, and fees to claim. */
export function Holdings({ query, results, ...fees }: Props) {
  return (
    <QueryView query={query} what="balances" rows={3} isPadded>
      {(holdings) => (
        <>
          <Fees {...fees} />
          <HoldingTable holdings={holdings} results={results} />
        </>
      )}
    </QueryView>
  )
}

function HoldingTable({ holdings, results }: { holdings: readonly Holding[]; results: OpenResults | undefined }) {
  if (holdings.length === 0) return <Empty title="This account holds no launched token" />
  return (
    <Table
      columns={[
        'Token',
        ['Amount', 'numeric'],
        ['Worth now, ETH', 'numeric'],
        [
          'Profit or loss, ETH',
          'numeric',
          'Realised and open, first in, first out. Unknown where tokens came or went by transfer',
        ],
      ]}
    >
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
          <td className="numeric">
            {fixed(worthOf(holding), 4)}
            <Dollars wei={worthOf(holding)} />
          </td>
          <td className="numeric">
            <Gain wei={profitOf(results?.get(holding.token.address))} />
          </td>
        </tr>
      ))}
    </Table>
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
            <Dollars wei={BigInt(token.creatorFees?.claimable ?? 0)} />
          </b>
        </li>
      ))}
    </ul>
  )
}
