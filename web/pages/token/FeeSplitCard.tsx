import { useState } from 'react'
import { percent } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Flag } from '../../components/Flag.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { ShareBar } from '../../components/Progress.tsx'
import { ExactEth } from '../../dollars/Dollars.tsx'
import { AccountName } from '../../names/AccountName.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { readFeeSplit, type SplitShare } from './readFeeSplit.ts'

/** A fee split that holds the creator's right: its accounts, its unpaid fees, and the button that pays them out. */
export function FeeSplitCard({ token }: { token: TokenDetail }) {
  const account = useAccount()
  const [isReviewing, setReviewing] = useState(false)
  const shares = useShares(token)
  if (!shares) return null
  const split = token.currentCreator
  const claimable = BigInt(token.creatorFees?.claimable ?? 0)
  return (
    <Card title="Fees are shared" aside="permanently">
      <ul className="holders">
        {shares.map(({ account: to, bps }) => (
          <li key={to}>
            <span className="row grow">
              <Flag address={to} isRound size="tiny" />
              <a className="clip mono text-small" href={`/portfolio/${to}`} title={to}>
                <AccountName address={to} />
              </a>
            </span>
            <ShareBar bps={bps} />
            <b>{percent(bps, 2)}</b>
          </li>
        ))}
      </ul>
      <KeyValues facts={[{ key: 'open', term: 'Waiting to be paid', value: <ExactEth wei={claimable} /> }]} />
      <Button icon="hand-coins" onClick={() => (account === undefined ? openWallet() : setReviewing(true))}>
        Pay everybody
      </Button>
      {isReviewing && account !== undefined && (
        <Review
          body={{ action: 'claimFeeSplit', token: token.address, split, from: account }}
          token={token}
          onClose={() => setReviewing(false)}
        />
      )}
    </Card>
  )
}

/** Only an account that is not the creator's own can be a split; the chain says whether it is. */
function useShares({ currentCreator, creator }: TokenDetail): SplitShare[] | undefined {
  const key = currentCreator === creator ? undefined : currentCreator
  const { data, dataKey } = useQuery(key, () => readFeeSplit(currentCreator))
  return dataKey === key ? data : undefined
}
