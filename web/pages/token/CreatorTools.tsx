import { useState } from 'react'
import { exact } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { ReviewSheet } from '../../wallet/ReviewSheet.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { EditWords } from './EditMetadata.tsx'
import { GiveRight } from './TransferCreator.tsx'

/** What only the holder of the creator's right can do. */
export function CreatorTools({ token, reload }: { token: TokenDetail; reload(): void }) {
  const account = useAccount()
  const [open, setOpen] = useState<'claim' | 'words' | 'right'>()
  const close = () => setOpen(undefined)
  const isCreator = account !== undefined && account === token.currentCreator
  const isOffered = account !== undefined && account === token.pendingCreator
  if (!isCreator && !isOffered) return null
  const { claimable, claimed } = token.creatorFees ?? { claimable: '0', claimed: '0' }
  return (
    <Card title="Creator’s tools" aside="yours">
      {isCreator && (
        <>
          <KeyValues
            facts={[
              { key: 'open', term: 'Fees to claim', value: `${exact(BigInt(claimable))} ETH` },
              { key: 'claimed', term: 'Claimed so far', value: `${exact(BigInt(claimed))} ETH` },
            ]}
          />
          <div className="row wrap">
            <Button kind="primary" icon="hand-coins" onClick={() => setOpen('claim')}>
              Review claim
            </Button>
            <Button icon="pencil" onClick={() => setOpen('words')}>
              Edit picture and links
            </Button>
          </div>
        </>
      )}
      <Button icon="key-round" onClick={() => setOpen('right')}>
        {isCreator ? 'Transfer the right' : 'Accept the right'}
      </Button>
      {open === 'claim' && account !== undefined && (
        <ReviewSheet
          body={{ action: 'claim', token: token.address, from: account }}
          words={() => (
            <>
              Claim your share of the fees of{' '}
              <b>
                <bdi>“{token.name}”</bdi>
              </b>
              , those of its pool included, for yourself.
            </>
          )}
          facts={() => [{ key: 'to', term: 'Goes to', value: <FullAddress address={account} /> }]}
          doing={`Claiming fees of ${token.symbol}`}
          done={`Claimed fees of ${token.symbol}`}
          failed="Nothing was claimed; gas was spent. The fees are still yours."
          onClose={close}
          onDone={close}
        />
      )}
      {open === 'words' && account !== undefined && (
        <EditWords
          token={token}
          account={account}
          onClose={close}
          onDone={() => {
            close()
            reload()
          }}
        />
      )}
      {open === 'right' && account !== undefined && <GiveRight token={token} account={account} onClose={close} />}
    </Card>
  )
}
