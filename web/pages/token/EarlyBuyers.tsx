import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { fixed, percent, shortAddress } from '#site/format.ts'
import type { EarlyBuyers as Early, TokenDetail } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { Chip } from '../../components/Chip.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { WalletLink } from './WalletLink.tsx'

const POLL_MS = 10_000

/** The buyers of the first block and of the opening, what they still hold, and who paid for whom. */
export function EarlyBuyers({ token }: { token: TokenDetail }) {
  const query = useResource<Early>(urlOf(reads.early(token.address)), { pollMs: POLL_MS })
  return (
    <QueryView query={query} what="early buyers" rows={4} isPadded>
      {(early) =>
        early.buyers.length === 0 ? (
          <Empty title="Nobody bought early">
            {token.opening ? 'No buy was mined in the opening.' : 'No buy was mined in the first minute.'}
          </Empty>
        ) : (
          <>
            <Summary early={early} hasOpening={token.opening !== null} />
            <BuyerTable early={early} />
          </>
        )
      }
    </QueryView>
  )
}

function Summary({ early, hasOpening }: { early: Early; hasOpening: boolean }) {
  const { buyers, heldBps, bundles, commonSources } = early
  const first = buyers.filter(({ isFirstBlock }) => isFirstBlock).length
  return (
    <div className="pad stack small text-compact muted">
      <p>
        {accounts(buyers.length)} bought {hasOpening ? 'in the opening' : 'in the first minute'}, {first} of them in the
        block of the launch. Together they hold {percent(heldBps, 2)} of the supply now.
      </p>
      {bundles.length > 0 && (
        <p>
          {bundles.length === 1 ? 'One transaction' : `${bundles.length} transactions`} bought for several accounts.
        </p>
      )}
      {commonSources.map(({ source, buyers: own }) => (
        <p key={source}>
          <WalletLink address={source} /> paid for {accounts(own.length)}: {own.map(shortAddress).join(', ')}.
        </p>
      ))}
      {bundles.length + commonSources.length > 0 && (
        <p className="faint text-small">
          Facts about trades, not a verdict: a service may pay for many people. Plain transfers of ETH are not visible.
        </p>
      )}
    </div>
  )
}

function accounts(number: number): string {
  return number === 1 ? '1 account' : `${number} accounts`
}

function BuyerTable({ early: { buyers } }: { early: Early }) {
  return (
    <Table
      columns={[
        'Buyer',
        ['Bought', 'numeric'],
        ['For, ETH', 'numeric hide-small'],
        ['Holds now', 'numeric'],
        ['Sold', 'numeric hide-small'],
      ]}
    >
      {buyers.map((buyer) => (
        <tr key={buyer.address}>
          <td>
            <WalletLink address={buyer.address}>
              {buyer.isCreator && <Chip>creator</Chip>}
              {buyer.isFirstBlock && !buyer.isCreator && <Chip tone="warn">first block</Chip>}
              {buyer.fundedBy.length > 0 && <Chip title={buyer.fundedBy.join(', ')}>paid by others</Chip>}
            </WalletLink>
          </td>
          <td className="numeric">{percent(buyer.boughtBps, 2)}</td>
          <td className="numeric hide-small">
            {fixed(BigInt(buyer.boughtEth), 4)}
            <Dollars wei={BigInt(buyer.boughtEth)} />
          </td>
          <td className="numeric">{percent(buyer.heldBps, 2)}</td>
          <td className="numeric hide-small">{soldShare(buyer)}</td>
        </tr>
      ))}
    </Table>
  )
}

const SUPPLY = 10n ** 27n
const ALL_BPS = 10_000n

/** All tokens that the account has sold, as a part of the supply; more than it bought early if it bought again. */
function soldShare({ soldTokens }: Early['buyers'][number]): string {
  return percent(Number((BigInt(soldTokens) * ALL_BPS) / SUPPLY), 2)
}
