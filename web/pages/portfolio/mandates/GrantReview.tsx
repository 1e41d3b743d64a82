import { useState } from 'react'
import type { PreparedMandate } from '../../../api/mandates.ts'
import { Button } from '../../../components/Button.tsx'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Sheet } from '../../../components/Sheet.tsx'
import { DelegationSheet } from '../../../signing/delegations/DelegationSheet.tsx'
import { signDelegation } from '../../../signing/delegations/signDelegation.ts'
import { keepMandate } from './keptMandates.ts'

type Props = {
  owner: string
  prepared: PreparedMandate
  /** Prepares the same policy again. */
  read(): Promise<PreparedMandate>
  onClose(): void
}

/** Shows the worst case, has the wallet sign, and hands the mandate out. */
export function GrantReview({ owner, prepared, read, onClose }: Props) {
  const [mandate, setMandate] = useState<string>()
  async function sign({ delegations: [delegation] }: PreparedMandate): Promise<void> {
    if (!delegation) throw new Error('There is nothing to sign. Close the sheet and try again.')
    const signed = await signDelegation(owner, { ...delegation, frame: delegation.mandate })
    keepMandate({ owner, mandate: signed })
    setMandate(signed)
  }
  if (mandate !== undefined) return <Granted mandate={mandate} onClose={onClose} />
  return (
    <DelegationSheet
      title="Review the mandate"
      first={prepared}
      meaningOf={({ delegations }) => delegations[0]?.meaning ?? []}
      {...{ owner, read, sign, onClose }}
    />
  )
}

function Granted({ mandate, onClose }: { mandate: string; onClose(): void }) {
  const done = (
    <Button kind="primary" size="large" onClick={onClose}>
      Done
    </Button>
  )
  return (
    <Sheet title="The mandate is granted" onClose={onClose} footer={done}>
      <p>
        Give it to the agent. It need not be kept secret, because only the agent can use it. This browser keeps a copy.
      </p>
      <CodeBlock title="mandate" code={mandate} />
    </Sheet>
  )
}
