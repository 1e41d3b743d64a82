import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { SkeletonRows } from '../components/States.tsx'
import { useStore } from '../store.ts'
import { PendingNote } from '../wallet/Toasts.tsx'
import { transactions } from '../wallet/transactions.ts'
import { WalletGate } from '../wallet/WalletGate.tsx'
import { AcceptButton, Changes } from './Changes.tsx'
import { RiskCallout } from './RiskCallout.tsx'
import type { Risk, Statement } from './Signing.ts'
import { SigningSteps } from './SigningSteps.tsx'
import { StatementView } from './StatementView.tsx'
import { useVerdict } from './statements/useVerdict.ts'
import { useDirectSigning } from './useDirectSigning.ts'
import type { Signing } from './useSigning.ts'

type Props<Answer> = {
  signing: Signing<Answer>
  statement(answer: Answer): Statement
  /** A choice above the buttons. */
  choice?: ReactNode
  /** Whether the wallet opens without a click where there is nothing to warn of. */
  isDirect?: boolean
  onClose(): void
}

/** The transaction in words and figures; every risk is confirmed here before the wallet opens. */
export function ReviewSheet<Answer>({ signing, statement, choice, isDirect = false, onClose }: Props<Answer>) {
  const { answer, problem, isLoading } = signing
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the review begins when the sheet opens
  useEffect(() => signing.review(), [])
  const said = answer === undefined ? undefined : statement(answer)
  const verdict = useVerdict(said?.transaction, said?.statement)
  useDirectSigning(signing, { isOn: isDirect, statement: said, verdict })
  const risks = said ? [...said.alerts, ...said.risks] : []
  const isConfirmed =
    verdict !== 'changed' && risks.every(({ key, confirm }) => confirm === 'none' || confirmed.has(key))
  const confirm = (key: string, isOn: boolean) =>
    setConfirmed((before) => new Set([...before, key].filter((one) => isOn || one !== key)))
  const hasSteps = signing.done.length > 0 || signing.steps.length > 1 || signing.steps[0]?.kind === 'signIn'
  return (
    <Sheet
      title="Review what you will sign"
      onClose={onClose}
      footer={<Footer {...{ signing, choice, confirm, isConfirmed, onClose }} risks={said?.risks ?? []} />}
    >
      {problem !== undefined && (
        <Callout grade="danger" isAlert title="This would fail.">
          {problem}
        </Callout>
      )}
      {said?.alerts.map((risk) => (
        <RiskCallout key={risk.key} risk={risk} onConfirm={confirm} />
      ))}
      {said && <StatementView statement={said} verdict={verdict} readAt={signing.readAt} />}
      {!said && problem === undefined && isLoading && <SkeletonRows rows={3} label="Preparing the transaction" />}
      {hasSteps && <SigningSteps {...signing} isBusy={signing.busy !== undefined} />}
    </Sheet>
  )
}

type FooterProps<Answer> = {
  signing: Signing<Answer>
  choice: ReactNode
  risks: readonly Risk[]
  confirm(key: string, isOn: boolean): void
  isConfirmed: boolean
  onClose(): void
}

function Footer<Answer>({ signing, choice, risks, confirm, isConfirmed, onClose }: FooterProps<Answer>) {
  const { changes, busy, failure, steps, answer, adapter } = signing
  const [next] = steps
  const isChanged = changes.length > 0
  const isLast = next?.kind === 'transaction'
  // An earlier step moves money for the last one, so it is not sent if that would fail.
  const needsSuccess = isLast || next?.kind === 'step'
  const wouldFail = needsSuccess && (answer === undefined || adapter.transactionOf(answer) === undefined)
  const words = isLast || adapter.isContinuous ? undefined : next?.title
  return (
    <>
      {isChanged ? (
        <Changes changes={changes} />
      ) : (
        <>
          {choice}
          {risks.map((risk) => (
            <RiskCallout key={risk.key} risk={risk} onConfirm={confirm} />
          ))}
        </>
      )}
      {failure !== undefined && (
        <Callout grade="note" isAlert>
          {failure}
        </Callout>
      )}
      {busy !== undefined && <Pending />}
      <WalletGate chainId={adapter.chainId}>
        <div className="row">
          <Button size="large" onClick={onClose}>
            Back
          </Button>
          {isChanged ? (
            <AcceptButton key="accept" busy={busy} onAccept={signing.accept} />
          ) : (
            <Button
              key="advance"
              kind="primary"
              size="large"
              isGrowing
              disabled={!next || wouldFail || (!isConfirmed && next.kind !== 'signIn')}
              busy={busy}
              onClick={() => void signing.advance()}
            >
              {words ?? 'Open wallet to sign'}
            </Button>
          )}
        </div>
      </WalletGate>
    </>
  )
}

/** Toasts lie below an open sheet, so the transaction under way is shown in it as well. */
function Pending() {
  const item = useStore(transactions).findLast(({ state }) => state === 'wallet' || state === 'sent')
  return item ? <PendingNote item={item} /> : null
}
