import { type ReactNode, useState } from 'react'
import { exitsUrl, type Order, type OrderPage, type PreparedOrder, publishOrder } from '../../api/orders.ts'
import { useAction } from '../../api/useAction.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { DelegationSheet } from '../../signing/delegations/DelegationSheet.tsx'
import { OrderRow } from '../../signing/delegations/OrderRow.tsx'
import { signDelegation } from '../../signing/delegations/signDelegation.ts'
import type { TypedTerms } from './orderTerms.ts'

type Props<Request> = {
  title: string
  reviewTitle: string
  owner: string
  /** The request for what is typed; undefined until every field is one. */
  requestOf(terms: TypedTerms): Request | undefined
  prepare(request: Request): Promise<PreparedOrder>
  meaningOf(answer: PreparedOrder): string[]
  /** The words for an order of this kind on this position; undefined for any other. */
  wordsOf(order: Order): ReactNode | undefined
  children: ReactNode
  onClose(): void
}

/** Asks for an order on a position, then shows its worst case before anything is signed. */
export function PositionOrderSheet<Request>(props: Props<Request>) {
  const { title, reviewTitle, owner, requestOf, prepare, meaningOf, wordsOf, children, onClose } = props
  const [terms, setTerms] = useState<TypedTerms>({ tip: '0.0001', days: '30' })
  const [prepared, setPrepared] = useState<PreparedOrder>()
  const { run, busy, problem } = useAction()
  const request = requestOf(terms)
  const set = (field: keyof TypedTerms) => (text: string) => setTerms((before) => ({ ...before, [field]: text }))
  async function sign(answer: PreparedOrder): Promise<void> {
    await publishOrder(await signDelegation(owner, { ...answer, frame: answer.signed }))
    onClose()
  }
  if (prepared && request)
    return (
      <DelegationSheet
        title={reviewTitle}
        first={prepared}
        read={() => prepare(request)}
        {...{ owner, meaningOf, sign, onClose }}
      />
    )
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Problem text={problem} grade="caution" />
          <Button
            kind="primary"
            size="large"
            disabled={request === undefined}
            busy={busy}
            onClick={() => void run(async () => request && setPrepared(await prepare(request)), 'Reading the chain')}
          >
            Review the worst case
          </Button>
        </>
      }
    >
      {children}
      <Field label="Tip for the executor" suffix="ETH" inputMode="decimal" value={terms.tip} onChange={set('tip')} />
      <Field label="Ends after" suffix="days" inputMode="numeric" value={terms.days} onChange={set('days')} />
      <OpenOrders {...{ owner, wordsOf }} />
    </Sheet>
  )
}

/** The orders of this kind that are signed and not over. */
function OpenOrders({ owner, wordsOf }: Pick<Props<unknown>, 'owner' | 'wordsOf'>) {
  const { data, reload } = useResource<OrderPage>(exitsUrl(owner))
  return (data?.orders ?? []).map((order) => {
    const words = wordsOf(order)
    return (
      words !== undefined && (
        <OrderRow key={order.id} order={order} onCancelled={reload}>
          {words}
        </OrderRow>
      )
    )
  })
}
