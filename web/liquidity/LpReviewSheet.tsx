import { type ReactNode, useEffect } from 'react'
import { exact } from '#site/format.ts'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { Chip } from '../components/Chip.tsx'
import { type Fact, KeyValues } from '../components/KeyValues.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { SkeletonRows } from '../components/States.tsx'
import { WalletGate } from '../wallet/WalletGate.tsx'
import type { Change } from './compareAnswers.ts'
import { factsOf, LimitWords, LpSource, LpWarnings } from './LpFigures.tsx'
import { LpSteps } from './LpSteps.tsx'
import { priceText, wholePrice } from './priceText.ts'
import { type TokenInfo, tokenAmong } from './tokens.ts'
import type { LpFlow } from './useLpFlow.ts'

type Props = {
  flow: LpFlow
  /** What the transaction does, in words; its limits follow by themselves. */
  what: ReactNode
  /** Beside those that every answer has. */
  facts?: readonly (Fact & { key: string })[]
  /** Something that must be understood first; `isHeld` while it is not. */
  caution?: ReactNode
  isHeld?: boolean
  onClose(): void
}

/** The whole transaction in words and figures, the steps before it, and the wallet. A price that moved is asked about again. */
export function LpReviewSheet(props: Props) {
  const { flow, what, facts = [], onClose } = props
  const { built, tokens, problem } = flow
  // biome-ignore lint/correctness/useExhaustiveDependencies: the review begins when the sheet opens
  useEffect(() => flow.review(), [])
  return (
    <Sheet title="Review what you will sign" onClose={onClose} footer={<Footer {...props} />}>
      <LpWarnings flow={flow} />
      {built && (
        <>
          <p className="words">
            {what} <LimitWords answer={built.answer} tokens={tokens} />
          </p>
          <KeyValues isRuled facts={[...facts, ...factsOf(built.answer, tokens, true)]} />
          <LpSource flow={flow}>
            {built.answer.simulation?.ok && (
              <Chip tone="ok" icon="check">
                simulated
              </Chip>
            )}
          </LpSource>
        </>
      )}
      {!built && problem === undefined && flow.isLoading && <SkeletonRows rows={3} label="Building the transaction" />}
      <LpSteps flow={flow} />
    </Sheet>
  )
}

function Footer({ flow, caution, isHeld = false, onClose }: Props) {
  const { changes, busy, failure, steps, built, tokens } = flow
  const [next] = steps
  const isChanged = changes.length > 0
  const isBarred = (built?.approval.kycRequiredWarnings.length ?? 0) > 0
  const wouldFail = next?.kind === 'transaction' && built?.answer.simulation?.ok !== true
  return (
    <>
      {isChanged && <Changes changes={changes} tokens={tokens} />}
      {!isChanged && caution}
      {failure !== undefined && (
        <Callout grade="note" isAlert>
          {failure}
        </Callout>
      )}
      <WalletGate>
        <div className="row">
          <Button size="lg" onClick={onClose}>
            Back
          </Button>
          {isChanged ? (
            <Button kind="primary" size="lg" isGrowing onClick={flow.accept} busy={busy}>
              Accept the new figures
            </Button>
          ) : (
            <Button
              kind="primary"
              size="lg"
              isGrowing
              disabled={!next || isBarred || wouldFail || (isHeld && next.kind !== 'signIn')}
              busy={busy}
              onClick={() => void flow.advance()}
            >
              {next === undefined || next.kind === 'transaction' ? 'Open wallet to sign' : next.title}
            </Button>
          )}
        </div>
      </WalletGate>
    </>
  )
}

function Changes({ changes, tokens }: { changes: readonly Change[]; tokens: readonly TokenInfo[] }) {
  return (
    <Callout grade="caution" isAlert title="The price moved since you reviewed this. Nothing was sent.">
      <ul>
        {changes.map((change) => (
          <li key={JSON.stringify(change, (_, value) => (typeof value === 'bigint' ? String(value) : value))}>
            {wordsOf(change, tokens)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const LEADS = { pay: 'You pay at most', receive: 'You receive at least', amount: 'Expected now' } as const

function wordsOf(change: Change, tokens: readonly TokenInfo[]): ReactNode {
  if (change.kind === 'warning') return change.message
  if (change.kind === 'price') {
    const [first, second] = tokens
    const text = (end: string | undefined) =>
      end === undefined ? 'open' : priceText(wholePrice(Number(end), second?.decimals ?? 0, first?.decimals ?? 0))
    return (
      <>
        {change.end === 'atLeast' ? 'Lowest' : 'Highest'} price allowed: {text(change.after)}, not {text(change.before)}
        .
      </>
    )
  }
  const { symbol, decimals } = tokenAmong(tokens, change.tokenAddress)
  return (
    <>
      {LEADS[change.kind]} <b>{exact(change.after, decimals)}</b> <bdi>{symbol}</bdi>, not{' '}
      {exact(change.before, decimals)}.
    </>
  )
}
