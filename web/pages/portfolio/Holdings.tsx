import { cut, fixed, short, whole } from '#site/format.ts'
import type { Query } from '../../api/useQuery.ts'
import { Flag } from '../../components/Flag.tsx'
import { Gain } from '../../components/Gain.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { type FeeProps, Fees } from './Fees.tsx'
import { type Holding, worthOf } from './useHoldings.ts'
import { type OpenResults, profitOf } from './useOpenResults.ts'

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
        ['Value now, ETH', 'numeric'],
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
