import { useState } from 'react'
import { BPS } from '#core/bigint.ts'
import { whole } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { ShareBar } from '../../components/Progress.tsx'
import { ReviewSheet } from '../../wallet/ReviewSheet.tsx'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'

/** The locked first buy: how much of it is out, and the button by which anyone may release what is due. */
export function LockCard({ token }: { token: TokenDetail }) {
  const account = useAccount()
  const [isReviewing, setReviewing] = useState(false)
  const { lock, symbol, currentCreator } = token
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
      <p className="s12 muted">
        The token itself holds it and releases it bit by bit to whoever has the creator’s right. Anyone may send the
        transaction that does.
      </p>
      {released < amount && (
        <Button icon="lock" onClick={() => (account === undefined ? openWallet() : setReviewing(true))}>
          Release what is due
        </Button>
      )}
      {isReviewing && account !== undefined && (
        <ReviewSheet
          body={{ action: 'releaseLock', token: token.address, from: account }}
          words={({ amount: due }) => (
            <>
              Release{' '}
              <b>
                {whole(BigInt(due ?? 0))} {symbol}
              </b>{' '}
              of the locked first buy of{' '}
              <b>
                <bdi>“{token.name}”</bdi>
              </b>{' '}
              to the holder of the creator’s right. You get nothing, and pay the gas.
            </>
          )}
          facts={() => [{ key: 'to', term: 'Goes to', value: <FullAddress address={currentCreator} /> }]}
          doing={`Releasing locked ${symbol}`}
          done={`Released locked ${symbol}`}
          failed="Nothing was released; gas was spent."
          onClose={() => setReviewing(false)}
          onDone={() => setReviewing(false)}
        />
      )}
    </Card>
  )
}
