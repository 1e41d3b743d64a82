import { type ComponentProps, useState } from 'react'
import type { TokenDetail } from '../../../api/launchpad.ts'
import { type PreparedOrder, prepareOrder, publishOrder } from '../../../api/orders.ts'
import { useAction } from '../../../api/useAction.ts'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/Field.tsx'
import { Problem } from '../../../components/Problem.tsx'
import { Segments } from '../../../components/Segments.tsx'
import { Sheet } from '../../../components/Sheet.tsx'
import { EthField } from '../../../dollars/EthField.tsx'
import { DelegationSheet } from '../../../signing/delegations/DelegationSheet.tsx'
import { signDelegation } from '../../../signing/delegations/signDelegation.ts'
import { type Draft, KINDS, orderRequest } from './orderRequest.ts'

const EMPTY: Draft = { kind: 'limitBuy', amount: '', least: '', trigger: '', tip: '0.0001', days: '7' }

type Props = { token: TokenDetail; owner: string; onClose(): void }

/** Asks for an order, then shows its worst case before anything is signed. */
export function OrderForm({ token, owner, onClose }: Props) {
  const [draft, setDraft] = useState(EMPTY)
  const [prepared, setPrepared] = useState<PreparedOrder>()
  const { run, busy, problem } = useAction()
  const request = orderRequest(draft, { owner, token: token.address })
  const set = (field: keyof Draft) => (text: string) => setDraft((before) => ({ ...before, [field]: text }))
  async function sign(answer: PreparedOrder): Promise<void> {
    await publishOrder(await signDelegation(owner, { ...answer, frame: answer.signed }))
    onClose()
  }
  if (prepared && request)
    return (
      <DelegationSheet
        title="Review the order"
        first={prepared}
        meaningOf={({ meaning }) => meaning}
        read={() => prepareOrder(request)}
        {...{ owner, sign, onClose }}
      />
    )
  return (
    <Sheet
      title={`New order for ${token.symbol}`}
      onClose={onClose}
      footer={
        <>
          <Problem text={problem} grade="caution" />
          <Button
            kind="primary"
            size="large"
            disabled={request === undefined}
            busy={busy}
            onClick={() =>
              void run(async () => request && setPrepared(await prepareOrder(request)), 'Reading the chain')
            }
          >
            Review the worst case
          </Button>
        </>
      }
    >
      <Segments
        label="Kind"
        value={draft.kind}
        onChange={(kind) => setDraft((before) => ({ ...before, kind }))}
        options={KINDS}
      />
      <Amounts draft={draft} set={set} symbol={token.symbol} isGraduated={token.graduated} />
      <EthField label="Tip for the executor" value={draft.tip} onChange={set('tip')} />
      <Field label="Ends after" suffix="days" inputMode="numeric" value={draft.days} onChange={set('days')} />
    </Sheet>
  )
}

type AmountProps = {
  draft: Draft
  set(field: keyof Draft): (text: string) => void
  symbol: string
  isGraduated: boolean
}

function Amounts({ draft, set, symbol, isGraduated }: AmountProps) {
  const isBuy = draft.kind === 'limitBuy'
  return (
    <>
      <Amount
        label={isBuy ? 'Pay' : 'Sell'}
        symbol={isBuy ? undefined : symbol}
        value={draft.amount}
        onChange={set('amount')}
      />
      {draft.kind === 'stopLoss' && (
        <EthField
          label={isGraduated ? 'Sell once it is worth at most' : 'Sell once you get at most'}
          value={draft.trigger}
          onChange={set('trigger')}
          help={isGraduated ? 'At the price of the pool, before its fee of 1 %.' : undefined}
        />
      )}
      <Amount
        label={draft.kind === 'stopLoss' ? 'But never for less than' : 'Once you get at least'}
        symbol={isBuy ? symbol : undefined}
        value={draft.least}
        onChange={set('least')}
        help={
          draft.kind === 'stopLoss'
            ? 'You get at least this, even if somebody pushes the price for a moment.'
            : undefined
        }
      />
    </>
  )
}

type OneProps = ComponentProps<typeof EthField> & { symbol: string | undefined }

/** An amount of a token; without its symbol, of ETH. */
function Amount({ symbol, ...props }: OneProps) {
  return symbol === undefined ? <EthField {...props} /> : <Field {...props} suffix={symbol} inputMode="decimal" />
}
