import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { fixed, short } from '#site/format.ts'
import type { TokenDetail, TraderPage } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { Chip } from '../../components/Chip.tsx'
import { Gain } from '../../components/Gain.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { WalletLink } from './WalletLink.tsx'

const POLL_MS = 10_000

/** The accounts that took the most out of the token, first in, first out. */
export function TopTraders({ token }: { token: TokenDetail }) {
  const query = useResource<TraderPage>(urlOf(reads.traders(token.address)), { pollMs: POLL_MS })
  return (
    <QueryView query={query} what="traders" rows={4} isPadded>
      {({ traders }) =>
        traders.length === 0 ? <Empty title="No trades yet" /> : <TraderTable token={token} traders={traders} />
      }
    </QueryView>
  )
}

function TraderTable({ token, traders }: { token: TokenDetail; traders: TraderPage['traders'] }) {
  return (
    <>
      <Table
        columns={[
          'Trader',
          ['Realised, ETH', 'numeric'],
          ['Open, ETH', 'numeric hide-small'],
          ['Bought, ETH', 'numeric hide-small'],
          ['Sold, ETH', 'numeric hide-small'],
          ['Holds', 'numeric'],
        ]}
      >
        {traders.map((trader) => (
          <tr key={trader.wallet}>
            <td>
              <WalletLink address={trader.wallet}>{trader.wallet === token.creator && <Chip>creator</Chip>}</WalletLink>
            </td>
            <td className="numeric">
              <Gain wei={BigInt(trader.realisedEth)} />
            </td>
            <td className="numeric hide-small">
              <Gain wei={BigInt(trader.unrealisedEth)} />
            </td>
            <td className="numeric hide-small">
              {fixed(BigInt(trader.boughtEth), 4)}
              <Dollars wei={BigInt(trader.boughtEth)} />
            </td>
            <td className="numeric hide-small">
              {fixed(BigInt(trader.soldEth), 4)}
              <Dollars wei={BigInt(trader.soldEth)} />
            </td>
            <td className="numeric">{short(BigInt(trader.held))}</td>
          </tr>
        ))}
      </Table>
      <p className="pad faint text-small">
        First in, first out. The ranking shows how much a wallet took out of this token, not how well it trades: one
        person can use several wallets.
      </p>
    </>
  )
}
