import { useState } from 'react'
import type { TokenDetail } from '../../api/launchpad.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { AddressField } from '../../names/AddressField.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

type Props = { token: TokenDetail; account: string; onClose(): void }

/** Offers the creator role to another account, which must accept it, so that a mistyped address costs nothing. */
export function TransferCreator({ token, account, onClose }: Props) {
  const [to, setTo] = useState('')
  const [isReviewing, setReviewing] = useState(false)
  // Kept from when the sheet was opened: once accepted, nothing is offered any more.
  const [isAccepting] = useState(account === token.pendingCreator)
  if (isAccepting)
    return (
      <Review body={{ action: 'acceptCreator', token: token.address, from: account }} token={token} onClose={onClose} />
    )
  if (isReviewing)
    return (
      <Review
        body={{ action: 'transferCreator', token: token.address, from: account, to }}
        token={token}
        onClose={onClose}
      />
    )
  const isAddress = ADDRESS.test(to.trim())
  return (
    <Sheet
      title="Transfer the creator role"
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" disabled={!isAddress} onClick={() => setReviewing(true)}>
          Review the offer
        </Button>
      }
    >
      <p className="muted">
        The creator claims the creator’s share of all fees and signs the picture and links. Unclaimed fees go with the
        role.
      </p>
      <AddressField
        label="New creator"
        value={to}
        onChange={setTo}
        error={to === '' || isAddress ? undefined : 'Type an address: 0x and 40 hexadecimal digits.'}
      />
      <Callout grade="caution">
        <b>The other account must accept.</b> Until it does, the role stays yours and you can offer it to another
        account.
      </Callout>
    </Sheet>
  )
}
