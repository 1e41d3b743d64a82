import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Icon } from '../../components/Icon.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { factsOf, LimitWords } from '../../signing/liquidity/LpFigures.tsx'
import { amountsOf, type Built, isRecipe, type LpRequest, transactionOf } from '../../signing/liquidity/LpRequest.ts'
import { alertsOf, curlOf } from '../../signing/liquidity/lpStatement.tsx'
import type { LpSigning } from '../../signing/liquidity/useLpSigning.ts'
import { RiskCallout } from '../../signing/RiskCallout.tsx'
import { SigningSteps } from '../../signing/SigningSteps.tsx'
import { Source } from '../../signing/StatementView.tsx'
import { WalletGate } from '../../wallet/WalletGate.tsx'

type Props = {
  signing: LpSigning
  what: ReactNode
  /** Shown while there is nothing to sign yet. */
  missing: string | undefined
  slippage: string
  tolerance: ReactNode
  /** Codes of warnings that the page shows already. */
  shown: readonly string[]
  onReview(): void
}

/** The transaction that the form describes, and the steps that lead to it. */
export function SigningPanel({ signing, what, missing, slippage, tolerance, shown: known, onReview }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { answer: built, tokens, request, problem } = signing
  const shown = useLast(built, signing.isLoading)
  const quoting = shown && !built ? ' quoting' : ''
  return (
    <>
      <section className="card" aria-label="What you will sign">
        <div className="header">
          <h2>What you will sign</h2>
          <span className="grow" />
          {built?.answer.simulation?.ok && (
            <Chip tone="ok" icon="check">
              simulated
            </Chip>
          )}
        </div>
        <div className="body stack">
          <p className={`words small${quoting}`}>
            {what} {shown && <LimitWords answer={shown.answer} tokens={tokens} isShort />}
          </p>
          {missing !== undefined && <p className="text-compact faint">{missing}</p>}
          {problem !== undefined && (
            <Callout grade="danger" isAlert title="This cannot be built.">
              {problem}
            </Callout>
          )}
          {built &&
            alertsOf(built, tokens)
              .filter(({ key }) => !known.includes(key.split(' ')[0] ?? ''))
              .map((risk) => <RiskCallout key={risk.key} risk={risk} onConfirm={() => {}} />)}
          <KeyValues
            facts={[
              { key: 'slippage', term: 'Slippage', value: <Slip text={slippage} isOpen={isOpen} onToggle={setOpen} /> },
              ...(shown ? factsOf(shown.answer, tokens, false) : []),
            ]}
          />
          {shown && request && !isRecipe(request) && isLess(shown, request) && (
            <p className="text-small faint">
              The position takes slightly less than you typed, so that it still fits if the price moves within your
              slippage. The rest stays in your wallet.
            </p>
          )}
          {isOpen && tolerance}
          {built && request && (
            <Source
              data={transactionOf(built.answer)?.data}
              curl={curlOf(request)}
              isSimulated={false}
              readAt={signing.readAt}
            />
          )}
        </div>
      </section>
      <StepsCard signing={signing} missing={missing} onReview={onReview} />
    </>
  )
}

function StepsCard({ signing, missing, onReview }: Pick<Props, 'signing' | 'missing' | 'onReview'>) {
  const { answer: built, done } = signing
  const steps = useLast(signing.steps.length > 0 ? signing.steps : undefined, signing.isLoading) ?? []
  const count = steps.length + done.length
  const isSignIn = steps[0]?.kind === 'signIn'
  return (
    <Card title="Steps" aside={built ? `${done.length} of ${count} done` : undefined}>
      {count > 0 ? (
        <SigningSteps done={done} steps={steps} isBusy={signing.busy !== undefined} />
      ) : (
        <p className="text-compact faint">{missing ?? 'Checking the approvals of your wallet.'}</p>
      )}
      {signing.failure !== undefined && (
        <Callout grade="note" isAlert>
          {signing.failure}
        </Callout>
      )}
      <div className="position-actions">
        <WalletGate chainId={signing.adapter.chainId}>
          {isSignIn ? (
            <Button kind="primary" size="large" isWide busy={signing.busy} onClick={() => void signing.advance()}>
              Sign in with your wallet
            </Button>
          ) : (
            <Button
              kind="primary"
              size="large"
              isWide
              disabled={!built}
              busy={signing.isLoading && !built ? 'Building' : undefined}
              onClick={onReview}
            >
              Review position
            </Button>
          )}
        </WalletGate>
      </div>
    </Card>
  )
}

/** Whether less of the typed token is expected to go in than was typed. */
function isLess({ answer }: Built, { body }: LpRequest): boolean {
  const typed = body['independentToken'] as { tokenAddress: string; amount: string } | undefined
  const expected = amountsOf(answer).find(({ tokenAddress }) => tokenAddress === typed?.tokenAddress)
  return typed !== undefined && expected !== undefined && BigInt(expected.amount) < BigInt(typed.amount)
}

/** The last value while the next one is awaited, so that the page does not jump. */
function useLast<Value>(value: Value | undefined, isAwaited: boolean): Value | undefined {
  const last = useRef(value)
  useEffect(() => {
    if (value !== undefined) last.current = value
  }, [value])
  return value ?? (isAwaited ? last.current : undefined)
}

function Slip({ text, isOpen, onToggle }: { text: string; isOpen: boolean; onToggle(isOpen: boolean): void }) {
  return (
    <>
      {text}{' '}
      <LinkButton aria-label="Change slippage" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        <Icon name="settings-2" size="small" />
      </LinkButton>
    </>
  )
}
