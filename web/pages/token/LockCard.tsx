import { useState } from 'react'
import { BPS } from '#core/bigint.ts'
import { whole } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { ShareBar } from '../../components/Progress.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'

/** The locked first buy: how much of it is out, and the button by which anyone may release what is due. */
export function LockCard({ token }: { token: TokenDetail }) {
  const account = useAccount()
  const [isReviewing, setReviewing] = useState(false)
  const { lock, symbol } = token
  if (!lock) return null
  const [amount, released] = [BigInt(lock.amount), BigInt(lock.released)]
  return (
    <Card title="Locked first buy" aside={`over ${lock.days} days`}>
      <ShareBar bps={amount === 0n ? 0 : Number((released * BPS) / amount)} />
      <KeyValues
        facts={[
          { key: 'out', term: 'Released', value: `${whole(released)} ${symbol}` },
          { key: 'left', term: 'Still locked', value: `${whole(amount - released)} ${symbol}` },
        ]}
      />
      <p className="text-small muted">
        The token holds these tokens and releases them to its creator second by second. Anyone can send the transaction.
      </p>
      {released < amount && (
        <Button icon="lock" onClick={() => (account === undefined ? openWallet() : setReviewing(true))}>
          Release what is due
        </Button>
      )}
      {isReviewing && account !== undefined && (
        <Review
          body={{ action: 'releaseLock', token: token.address, from: account }}
          token={token}
          onClose={() => setReviewing(false)}
        />
      )}
    </Card>
  )
}
