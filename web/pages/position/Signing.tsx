import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
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
  tolerance: ReactNode
  onReview(): void
}

/** What will be signed as the form stands, and the steps that lead there. */
export function Signing({ flow, what, missing, tolerance, onReview }: Props) {
  const { built, steps, done } = flow
  const count = steps.length + done.length
  const isSignIn = steps[0]?.kind === 'signIn'
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
            {what} {built && <LimitWords answer={built.answer} tokens={flow.tokens} />}
          </p>
          {missing !== undefined && <p className="s13 faint">{missing}</p>}
          <LpWarnings flow={flow} />
          {built && <KeyValues facts={factsOf(built.answer, flow.tokens, false)} />}
          {tolerance}
          <LpSource flow={flow} />
        </div>
      </section>
      <Card title="Steps" aside={built ? `${done.length} of ${count} done` : undefined}>
        {steps.length + done.length > 0 ? (
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
    </>
  )
}
