import { useState } from 'react'
import type { TokenDetail } from '../../api/launchpad.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { ReviewSheet } from '../../wallet/ReviewSheet.tsx'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

type Props = { token: TokenDetail; account: string; onClose(): void }

/** Offers the creator's right to another account, which then accepts it: nothing is lost to a mistyped address. */
export function GiveRight({ token, account, onClose }: Props) {
  const [to, setTo] = useState('')
  const [isReviewing, setReviewing] = useState(false)
  // As it was when the sheet was opened: once the right is accepted, nothing is offered any more.
  const [isAccepting] = useState(account === token.pendingCreator)
  if (isAccepting)
    return (
      <Review
        token={token}
        body={{ action: 'acceptCreator', token: token.address, from: account }}
        to={account}
        onClose={onClose}
        isAccepting
      />
    )
  if (isReviewing)
    return (
      <Review
        token={token}
        body={{ action: 'transferCreator', token: token.address, from: account, to }}
        to={to}
        onClose={onClose}
        isAccepting={false}
      />
    )
  const isAddress = ADDRESS.test(to.trim())
  return (
    <Sheet
      title="Transfer the creator’s right"
      onClose={onClose}
      footer={
        <Button kind="primary" size="lg" disabled={!isAddress} onClick={() => setReviewing(true)}>
          Review the offer
        </Button>
      }
    >
      <p className="muted">
        Whoever has the right claims the creator’s share of all fees, and signs the picture and the links. Open fees go
        with it.
      </p>
      <Field
        label="New holder"
        value={to}
        onChange={(text) => setTo(text.trim())}
        placeholder="0x…"
        autoComplete="off"
        error={to === '' || isAddress ? undefined : 'An address is 0x and 40 hexadecimal digits.'}
      />
      <Callout grade="caution">
        <b>The other account must accept.</b> Until it does, the right stays yours and you can offer it to somebody
        else.
      </Callout>
    </Sheet>
  )
}

type ReviewProps = {
  token: TokenDetail
  body: Record<string, unknown>
  to: string
  onClose(): void
  isAccepting: boolean
}

function Review({ token, body, to, onClose, isAccepting }: ReviewProps) {
  return (
    <ReviewSheet
      body={body}
      words={() => (
        <>
          {isAccepting ? 'Accept' : 'Offer'} the creator’s right of{' '}
          <b>
            <bdi>“{token.name}”</bdi>
          </b>
          .
        </>
      )}
      facts={() => [{ key: 'to', term: 'New holder', value: <FullAddress address={to} /> }]}
      doing={isAccepting ? 'Accepting the right' : 'Offering the right'}
      done={isAccepting ? 'The right is yours' : 'The right is offered'}
      failed="Nothing changed; gas was spent."
      onClose={onClose}
      onDone={onClose}
    />
  )
}
