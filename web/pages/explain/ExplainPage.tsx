import { type SubmitEvent, useId, useState } from 'react'
import type { Explanation, Receipt } from '../../api/explain.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { config } from '../../api/siteData.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { Field } from '../../components/Field.tsx'
import { ChainSelect } from '../../liquidity/ChainSelect.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { ExplanationView } from './ExplanationView.tsx'
import { ReceiptView } from './ReceiptView.tsx'
import { subjectOf } from './subjectOf.ts'

type Answer = { explanation: Explanation } | { receipt: Receipt } | { problem: string }

/** Says what a pasted transaction or signature request does, or what a mined one did. */
export function ExplainPage() {
  const account = useAccount()
  const [chainId, setChainId] = useState(config.chainId)
  const [text, setText] = useState('')
  const [to, setTo] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setBusy(true)
    setAnswer(await ask({ text, to, chainId, from: account }))
    setBusy(false)
  }
  return (
    <>
      <div className="page-head wrap">
        <div className="grow">
          <h1>Explain</h1>
          <p className="muted">
            Paste what a wallet asks you to sign. A decoder that shares no code with our builders reads it. Nothing is
            sent or signed.
          </p>
        </div>
        <ChainSelect chainId={chainId} onChange={setChainId} />
      </div>
      <div className="explain-grid">
        <form className="card" onSubmit={(event) => void submit(event)} aria-label="Explain">
          <div className="body stack">
            <Pasted value={text} onChange={setText} />
            <Field
              label="Called contract"
              aside="for calldata alone"
              value={to}
              onChange={setTo}
              placeholder="0x…"
              autoComplete="off"
              spellCheck={false}
            />
            <Button kind="primary" type="submit" busy={isBusy ? 'Reading' : undefined}>
              Explain
            </Button>
          </div>
        </form>
        <div aria-live="polite">{answer ? <AnswerView answer={answer} /> : <Nothing />}</div>
      </div>
    </>
  )
}

function Pasted({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>Calldata, transaction, typed data, message or link</span>
      </label>
      <div className="input pasted">
        <textarea
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={false}
          autoComplete="off"
        />
      </div>
    </div>
  )
}

function Nothing() {
  return (
    <Card label="Answer">
      <p className="muted">The explanation appears here: amounts, recipients, approvals and warnings.</p>
    </Card>
  )
}

function AnswerView({ answer }: { answer: Answer }) {
  if ('problem' in answer)
    return (
      <Callout grade="note" isAlert>
        {answer.problem}
      </Callout>
    )
  return 'receipt' in answer ? (
    <ReceiptView receipt={answer.receipt} />
  ) : (
    <ExplanationView explanation={answer.explanation} />
  )
}

type ExplainRequest = { text: string; to: string; chainId: number; from: string | undefined }

async function ask({ text, to, chainId, from }: ExplainRequest): Promise<Answer> {
  const subject = subjectOf(text, to)
  if (subject.kind === 'problem') return subject
  try {
    if (subject.kind === 'receipt') return { receipt: await request(`/api/receipts/${chainId}/${subject.hash}`) }
    const signer = subject.from ?? from
    const body = { chainId: subject.chainId ?? chainId, ...(signer && { from: signer }), ...subject.body }
    return { explanation: await request('/api/explain', { method: 'POST', body }) }
  } catch (error) {
    if (error instanceof RequestFailure) return { problem: error.message }
    throw error
  }
}
