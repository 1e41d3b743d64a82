import { type SubmitEvent, useState } from 'react'
import { getAddress, isAddress } from 'viem/utils'
import { Button } from '../../components/Button.tsx'
import { AddressField } from '../../names/AddressField.tsx'
import { openWallet } from '../../wallet/WalletButton.tsx'

/** Shown before a wallet is connected: connect one, or view the wallet of somebody else. */
export function NotConnected({ onLook }: { onLook(owner: string): void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const plain = text.trim().toLowerCase()
    if (isAddress(plain)) onLook(getAddress(plain))
    else setProblem('An address is 0x and 40 hexadecimal digits.')
  }
  return (
    <section className="card nobody">
      <div className="empty">
        <b>Connect a wallet to see its positions</b>
        <span>v2, v3 and v4: what they hold, what they have earned, and whether the price is in their range.</span>
        <Button kind="primary" onClick={openWallet}>
          Connect a wallet
        </Button>
      </div>
      <form className="look" onSubmit={submit}>
        <AddressField label="Or view any wallet" value={text} onChange={setText} spellCheck={false} error={problem} />
        <Button type="submit">Show its positions</Button>
      </form>
    </section>
  )
}
