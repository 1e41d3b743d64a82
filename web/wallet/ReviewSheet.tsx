import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { exact } from '#site/format.ts'
import { type Prepared, prepare } from '../api/launchpad.ts'
import { RequestFailure } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import { FullAddress } from '../components/AddressChip.tsx'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { Chip } from '../components/Chip.tsx'
import { CodeBlock } from '../components/CodeBlock.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { type Fact, KeyValues } from '../components/KeyValues.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { SkeletonRows } from '../components/States.tsx'
import { Steps } from '../components/Steps.tsx'
import { useNow } from '../components/useNow.ts'
import { WalletFailure } from './Provider.ts'
import { type Receipt, send } from './transactions.ts'

const FRESH_MS = 30_000

type Props = {
  /** What POST /api/launchpad/prepare is asked for. */
  body: Record<string, unknown>
  /** What will be signed, in words, from what was prepared. */
  words(prepared: Prepared): ReactNode
  facts(prepared: Prepared): (Fact & { key: string })[]
  /** A warning and what must be done before signing; `isHeld` while it is not. */
  caution?: ReactNode
  isHeld?: boolean
  doing: string
  done: string
  failed: string
  onClose(): void
  onDone(receipt: Receipt, prepared: Prepared): void
}

/** The whole transaction in words and figures, simulated, before the wallet opens. Prepared again every half minute. */
export function ReviewSheet(props: Props) {
  const { onClose } = props
  const prepared = usePrepared(props.body)
  return (
    <Sheet title="Review what you will sign" onClose={onClose} footer={<Footer {...props} state={prepared} />}>
      {prepared.problem !== undefined && (
        <Callout grade="danger" isAlert title="This would fail.">
          {prepared.problem}
        </Callout>
      )}
      {prepared.data ? (
        <Summary {...props} prepared={prepared.data} />
      ) : (
        prepared.problem === undefined && <SkeletonRows rows={3} label="Preparing the transaction" />
      )}
    </Sheet>
  )
}

function Summary({ prepared, words, facts, body }: Props & { prepared: Prepared }) {
  const [isRaw, setRaw] = useState(false)
  const { transaction, simulation, warnings } = prepared
  const curl = `curl -X POST ${location.origin}/api/launchpad/prepare -H 'content-type: application/json' -d '${JSON.stringify(body)}'`
  return (
    <>
      <p className="words">{words(prepared)}</p>
      <KeyValues
        isRuled
        facts={[
          ...facts(prepared),
          { key: 'chain', term: 'Chain', value: chainWords() },
          ...(transaction ? [{ key: 'to', term: 'Contract', value: <FullAddress address={transaction.to} /> }] : []),
        ]}
      />
      {prepared.steps.length > 1 && (
        <Steps
          steps={prepared.steps.map(({ summary }, index) => ({
            title: summary,
            state: index === 0 ? 'now' : 'todo',
            note: 'transaction',
          }))}
        />
      )}
      <div className="row sb s13 wrap">
        {simulation && (
          <Chip tone="ok" icon="check">
            Simulated, {exact(BigInt(simulation.gasUsed), 0)} gas
          </Chip>
        )}
        <span className="row">
          <Button kind="ghost" size="sm" aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
            Raw calldata
          </Button>
          <CopyButton text={curl} label="Copy as curl" words="Copy as curl" />
        </span>
      </div>
      {isRaw && transaction && <CodeBlock title="calldata" code={transaction.data} />}
      <ul className="warnings s12 muted">
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </>
  )
}

/** What a step before the last one says of itself: allowing a contract to take the tokens. */
function approvalWords(summary: string) {
  return { doing: summary, done: 'Approved', failed: 'Nothing was approved; gas was spent.' }
}

function chainWords(): ReactNode {
  return (
    <>
      {config.chainId}
      {config.isDevnet && ', devnet'}{' '}
      <Chip tone="ok" icon="check">
        wallet agrees
      </Chip>
    </>
  )
}

type State = { data: Prepared | undefined; problem: string | undefined; at: number; refresh(): void }

function usePrepared(body: Record<string, unknown>): State {
  const [state, setState] = useState<Omit<State, 'refresh'>>({ data: undefined, problem: undefined, at: 0 })
  const key = JSON.stringify(body)
  const asked = useRef(0)
  const refresh = useCallback(() => {
    const turn = ++asked.current
    const show = (found: { data: Prepared | undefined; problem: string | undefined }) => {
      // An answer that comes after a later question was asked is about something else, or older.
      if (turn === asked.current) setState({ ...found, at: Date.now() })
    }
    prepare(JSON.parse(key)).then(
      (data) => show({ data, problem: undefined }),
      (error: unknown) =>
        show({ data: undefined, problem: error instanceof RequestFailure ? error.message : String(error) }),
    )
  }, [key])
  useEffect(() => {
    refresh()
    const timer = setInterval(refresh, FRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return { ...state, refresh }
}

function Footer({ caution, isHeld = false, doing, done, failed, onClose, onDone, state }: Props & { state: State }) {
  const [step, setStep] = useState<'ready' | 'wallet' | 'sent'>('ready')
  const [problem, setProblem] = useState<string>()
  const seconds = Math.min(FRESH_MS / 1000, Math.max(0, Math.ceil((FRESH_MS - (useNow() - state.at)) / 1000)))
  async function sign(): Promise<void> {
    if (!state.data?.transaction) return
    setProblem(undefined)
    setStep('wallet')
    try {
      for (const step of state.data.steps.slice(0, -1)) await send(step.transaction, approvalWords(step.summary))
      onDone(await send(state.data.transaction, { doing, done, failed }), state.data)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setStep('ready')
      if (!(error instanceof WalletFailure)) state.refresh()
    }
  }
  return (
    <>
      {caution}
      {problem !== undefined && (
        <Callout grade="note" isAlert>
          {problem}
        </Callout>
      )}
      <div className="row">
        <Button size="lg" onClick={onClose}>
          Back
        </Button>
        <Button
          kind="primary"
          size="lg"
          isGrowing
          disabled={isHeld || !state.data?.transaction}
          onClick={() => void sign()}
          busy={step === 'ready' ? undefined : 'Waiting for wallet and block'}
        >
          Open wallet to sign
        </Button>
      </div>
      {state.data && step === 'ready' && (
        <p className="s12 faint row sb">
          <span>Prepared on the newest block</span>
          <span>again in {seconds} s</span>
        </p>
      )}
    </>
  )
}
