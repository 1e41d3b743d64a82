import { lazy, Suspense, useState } from 'react'
import type { TokenDetail } from '../../api/launchpad.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { ExactEth } from '../../dollars/Dollars.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'

// Only some creators need them.
const EditMetadata = lazy(async () => ({ default: (await import('./EditMetadata.tsx')).EditMetadata }))
const TransferCreator = lazy(async () => ({ default: (await import('./TransferCreator.tsx')).TransferCreator }))

/** Actions of the account that has the creator role. */
export function CreatorTools({ token, reload }: { token: TokenDetail; reload(): void }) {
  const account = useAccount()
  const [open, setOpen] = useState<'claim' | 'metadata' | 'role'>()
  const close = () => setOpen(undefined)
  const isCreator = account !== undefined && account === token.currentCreator
  const isOffered = account !== undefined && account === token.pendingCreator
  if (!isCreator && !isOffered) return null
  const { claimable, claimed } = token.creatorFees ?? { claimable: '0', claimed: '0' }
  return (
    <Card title="Creator tools" aside="yours">
      {isCreator && (
        <>
          <KeyValues
            facts={[
              { key: 'open', term: 'Fees to claim', value: <ExactEth wei={BigInt(claimable)} /> },
              { key: 'claimed', term: 'Claimed so far', value: <ExactEth wei={BigInt(claimed)} /> },
            ]}
          />
          <Button kind="primary" icon="hand-coins" isWide onClick={() => setOpen('claim')}>
            Review claim
          </Button>
          <Button icon="pencil" isWide onClick={() => setOpen('metadata')}>
            Edit picture and links
          </Button>
        </>
      )}
      <Button icon="key-round" isWide onClick={() => setOpen('role')}>
        {isCreator ? 'Transfer the creator role' : 'Accept the creator role'}
      </Button>
      {open === 'claim' && account !== undefined && (
        <Review body={{ action: 'claim', token: token.address, from: account }} token={token} onClose={close} />
      )}
      <Suspense>
        {open === 'metadata' && account !== undefined && (
          <EditMetadata
            token={token}
            account={account}
            onClose={close}
            onDone={() => {
              close()
              reload()
            }}
          />
        )}
        {open === 'role' && account !== undefined && (
          <TransferCreator token={token} account={account} onClose={close} />
        )}
      </Suspense>
    </Card>
  )
}
