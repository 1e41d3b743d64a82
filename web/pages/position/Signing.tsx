import { type ReactNode, useState } from 'react'
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
          <p className="words sm">
            {what} {built && <LimitWords answer={built.answer} tokens={flow.tokens} isShort />}
          </p>
          {missing !== undefined && <p className="s13 faint">{missing}</p>}
          <LpWarnings flow={flow} />
          <KeyValues
            facts={[
              { key: 'slippage', term: 'Slippage', value: <Slip text={slippage} isOpen={isOpen} onToggle={setOpen} /> },
              ...(built ? factsOf(built.answer, flow.tokens, false) : []),
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
  const { built, steps, done } = flow
  const count = steps.length + done.length
  const isSignIn = steps[0]?.kind === 'signIn'
  return (
    <Card title="Steps" aside={built ? `${done.length} of ${count} done` : undefined}>
      {count > 0 ? (
        <LpSteps flow={flow} />
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
