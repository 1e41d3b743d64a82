import { useState } from 'react'
import { readAmount } from '#site/format.ts'
import { type Policy, type PreparedMandate, prepareMandate } from '../../../api/mandates.ts'
import { useAction } from '../../../api/useAction.ts'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/Field.tsx'
import { Problem } from '../../../components/Problem.tsx'
import { Sheet } from '../../../components/Sheet.tsx'
import { EthField } from '../../../dollars/EthField.tsx'
import { AddressField } from '../../../names/AddressField.tsx'
import { GrantReview } from './GrantReview.tsx'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const DAY_SECONDS = 86_400
const ETH_DECIMALS = 18

type Draft = { agent: string; perDay: string; perTrade: string; days: string }
const EMPTY: Draft = { agent: '', perDay: '0.1', perTrade: '0.02', days: '7' }

type Props = { owner: string; onClose(): void }

/** Asks for the agent and its budget, then shows the worst case before anything is signed. */
export function GrantSheet({ owner, onClose }: Props) {
  const [draft, setDraft] = useState(EMPTY)
  const [prepared, setPrepared] = useState<PreparedMandate>()
  const { run, busy, problem } = useAction()
  const set = (field: keyof Draft) => (text: string) => setDraft((before) => ({ ...before, [field]: text.trim() }))
  const policy = policyOf(owner, draft)
  const read = async () => policy && setPrepared(await prepareMandate(policy))
  if (prepared && policy) return <GrantReview {...{ owner, prepared, onClose }} read={() => prepareMandate(policy)} />
  return (
    <Sheet
      title="Grant a mandate"
      onClose={onClose}
      footer={
        <>
          <Problem text={problem} grade="caution" />
          <Button
            kind="primary"
            size="large"
            disabled={policy === undefined}
            busy={busy}
            onClick={() => void run(read, 'Reading the chain')}
          >
            Review the worst case
          </Button>
        </>
      }
    >
      <p className="muted">
        An agent buys launched tokens for you with its own key, within a budget that the chain enforces. Your account
        pays and receives. You can revoke it at any time with one transaction.
      </p>
      <AddressField
        label="Agent"
        value={draft.agent}
        onChange={set('agent')}
        error={draft.agent === '' || ADDRESS.test(draft.agent) ? undefined : 'Type the address of the agent.'}
      />
      <EthField label="In any 24 hours" value={draft.perDay} onChange={set('perDay')} />
      <EthField
        label="In one trade"
        value={draft.perTrade}
        onChange={set('perTrade')}
        help="At most half of the 24 hours. One transaction can hold several trades."
      />
      <Field label="Ends after" suffix="days" inputMode="numeric" value={draft.days} onChange={set('days')} />
    </Sheet>
  )
}

/** Undefined until every field is valid. */
function policyOf(owner: string, { agent, perDay, perTrade, days }: Draft): Policy | undefined {
  const [ethPerDay, ethPerTrade] = [perDay, perTrade].map((text) => readAmount(text, ETH_DECIMALS).value)
  const isPeriod = /^[1-9][0-9]{0,2}$/.test(days)
  if (!ADDRESS.test(agent) || !ethPerDay || !ethPerTrade || !isPeriod) return undefined
  const until = Math.floor(Date.now() / 1000) + Number(days) * DAY_SECONDS
  return { owner, agent, actions: ['buy'], ethPerDay: String(ethPerDay), ethPerTrade: String(ethPerTrade), until }
}
