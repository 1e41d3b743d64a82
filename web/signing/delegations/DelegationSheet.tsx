import { useState } from 'react'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { upgradeAccount } from './upgradeAccount.ts'

type Answer = {
  worstCase: { eth: string }
  authorization: object | null
  warnings: readonly { code: string; message: string }[]
}

type Props<Prepared extends Answer> = {
  title: string
  owner: string
  first: Prepared
  /** The worst case first. */
  meaningOf(prepared: Prepared): readonly string[]
  /** Prepares the same request again. */
  read(): Promise<Prepared>
  sign(prepared: Prepared): Promise<void>
  onClose(): void
}

/** The worst case first, then the account's code if it is missing, then the signature. */
export function DelegationSheet<Prepared extends Answer>(props: Props<Prepared>) {
  const { title, owner, first, meaningOf, read, sign, onClose } = props
  const [current, setCurrent] = useState(first)
  const { run, busy, problem } = useAction()
  const needsCode = current.authorization !== null
  async function upgrade(): Promise<void> {
    await upgradeAccount(owner)
    const next = await read()
    if (next.authorization !== null)
      throw new Error('Your wallet gave the account different code than needed. Use another wallet.')
    setCurrent(next)
  }
  const [worst = '', ...meaning] = meaningOf(current)
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Problem text={problem} grade="caution" />
          <Button
            kind="primary"
            size="large"
            busy={busy}
            onClick={() => void run(() => (needsCode ? upgrade() : sign(current)), 'Waiting for wallet')}
          >
            {needsCode ? 'Open wallet to prepare the account' : 'Open wallet to sign, no gas'}
          </Button>
        </>
      }
    >
      <Callout grade="danger">
        <b>{worst}</b>
        <Dollars wei={current.worstCase.eth} />
      </Callout>
      <ul className="stack small">
        {meaning.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {needsCode && (
        <Callout grade="caution" title="First, your account gets code.">
          Your wallet gives it MetaMask’s EIP7702StatelessDeleGator, which obeys your key and the mandates and orders
          that you sign. It takes one transaction, and you can undo it.
        </Callout>
      )}
      {current.warnings.map(({ code, message }) => (
        <p key={code} className="text-small muted">
          {message}
        </p>
      ))}
    </Sheet>
  )
}
