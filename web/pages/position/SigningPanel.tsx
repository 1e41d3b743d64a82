import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Icon } from '../../components/Icon.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { factsOf, LimitWords, LpSource, LpWarnings } from '../../liquidity/LpFigures.tsx'
import { LpSteps } from '../../liquidity/LpSteps.tsx'
import type { LpFlow } from '../../liquidity/useLpFlow.ts'
import { WalletGate } from '../../wallet/WalletGate.tsx'

type Props = {
  flow: LpFlow
  /** What the position is, in words. */
  what: ReactNode
  /** Why there is nothing to sign yet. */
  missing: string | undefined
  /** As it stands, and the fields that change it. */
  slippage: string
  tolerance: ReactNode
  onReview(): void
}

/** What will be signed as the form stands, and the steps that lead there. */
export function Signing({ flow, what, missing, slippage, tolerance, onReview }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { built } = flow
  const shown = useLast(built, flow.isLoading)
  const look = shown && !built ? ' quoting' : ''
  return (
    <>
      <section className="card" aria-label="What you will sign">
        <div className="hd">
          <h2>What you will sign</h2>
          <span className="grow" />
          {built?.answer.simulation?.ok && (
            <Chip tone="ok" icon="check">
              simulated
            </Chip>
          )}
        </div>
        <div className="bd stack">
          <p className={`words sm${look}`}>
            {what} {shown && <LimitWords answer={shown.answer} tokens={flow.tokens} isShort />}
          </p>
          {missing !== undefined && <p className="s13 faint">{missing}</p>}
          <LpWarnings flow={flow} />
          <KeyValues
            facts={[
              { key: 'slippage', term: 'Slippage', value: <Slip text={slippage} isOpen={isOpen} onToggle={setOpen} /> },
              ...(shown ? factsOf(shown.answer, flow.tokens, false) : []),
            ]}
          />
          {isOpen && tolerance}
          <LpSource flow={flow} />
        </div>
      </section>
      <StepsCard flow={flow} missing={missing} onReview={onReview} />
    </>
  )
}

function StepsCard({ flow, missing, onReview }: Pick<Props, 'flow' | 'missing' | 'onReview'>) {
  const { built, done } = flow
  const steps = useLast(flow.steps.length > 0 ? flow.steps : undefined, flow.isLoading) ?? []
  const count = steps.length + done.length
  const isSignIn = steps[0]?.kind === 'signIn'
  return (
    <Card title="Steps" aside={built ? `${done.length} of ${count} done` : undefined}>
      {count > 0 ? (
        <LpSteps flow={{ ...flow, steps }} />
      ) : (
        <p className="s13 faint">{missing ?? 'Working out what your wallet needs.'}</p>
      )}
      {flow.failure !== undefined && (
        <Callout grade="note" isAlert>
          {flow.failure}
        </Callout>
      )}
      <div className="pos-act">
        <WalletGate>
          {isSignIn ? (
            <Button kind="primary" size="lg" isWide busy={flow.busy} onClick={() => void flow.advance()}>
              Sign in with your wallet
            </Button>
          ) : (
            <Button
              kind="primary"
              size="lg"
              isWide
              disabled={!built}
              busy={flow.isLoading && !built ? 'Building' : undefined}
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

/** A value, or the one before it while the next is awaited: what is read does not jump. */
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
        <Icon name="settings-2" size="s" />
      </LinkButton>
    </>
  )
}
