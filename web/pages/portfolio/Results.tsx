import { cut, fixed, short } from '#site/format.ts'
import type { Wallet } from '../../api/launchpad.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/useAction.ts'
import type { Resource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Gain } from '../../components/Gain.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import type { Result } from './useOpenResults.ts'

/** The result in every token that the account ever held. */
export function Results({ query }: { query: Resource<Wallet> }) {
  const { run, busy } = useAction()
  async function loadMore(cursor: string): Promise<void> {
    const more = await request<Wallet>(`${query.url}&cursor=${encodeURIComponent(cursor)}`)
    query.update((known) => ({ ...more, positions: [...known.positions, ...more.positions] }))
  }
  return (
    <QueryView query={query} what="profit and loss" rows={3} isPadded>
      {({ positions, nextCursor }) =>
        positions.length === 0 ? (
          <Empty title="This account has never held a launched token" />
        ) : (
          <>
            <ResultTable results={positions} />
            {nextCursor !== undefined && (
              <div className="pad">
                <Button isWide size="small" busy={busy} onClick={() => void run(() => loadMore(nextCursor), 'Loading')}>
                  Load more
                </Button>
              </div>
            )}
            <p className="pad faint text-small">
              First in, first out, over trades on the curve and in pools. Tokens received by transfer have no cost, and
              their sale does not count as profit.
            </p>
          </>
        )
      }
    </QueryView>
  )
}

function ResultTable({ results }: { results: readonly Result[] }) {
  return (
    <Table
      columns={[
        'Token',
        ['Bought, ETH', 'numeric hide-small'],
        ['Sold, ETH', 'numeric hide-small'],
        ['Realised, ETH', 'numeric'],
        ['Open, ETH', 'numeric'],
        ['Received', 'numeric hide-small'],
        ['Sent', 'numeric hide-small'],
      ]}
    >
      {results.map((result) => (
        <tr key={result.address}>
          <td>
            <a className="row" href={`/launch/${result.address}`}>
              <Flag address={result.address} size="tiny" />
              <bdi>{cut(result.symbol, 12)}</bdi>
            </a>
          </td>
          <td className="numeric hide-small">
            {fixed(BigInt(result.boughtEth), 4)}
            <Dollars wei={BigInt(result.boughtEth)} />
          </td>
          <td className="numeric hide-small">
            {fixed(BigInt(result.soldEth), 4)}
            <Dollars wei={BigInt(result.soldEth)} />
          </td>
          <td className="numeric">
            <Gain wei={BigInt(result.realisedEth)} />
          </td>
          <td className="numeric">
            <Gain wei={BigInt(result.unrealisedEth)} />
          </td>
          <td className="numeric hide-small">{short(BigInt(result.receivedTokens))}</td>
          <td className="numeric hide-small">{short(BigInt(result.sentTokens))}</td>
        </tr>
      ))}
    </Table>
  )
}
