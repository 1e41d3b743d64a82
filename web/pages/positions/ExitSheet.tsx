import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { exitsUrl, type OrderPage, type PreparedOrder, prepareExit, publishOrder } from '../../api/orders.ts'
import { useAction } from '../../api/useAction.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { usualQuote } from '../../liquidity/poolFigures.ts'
import { DelegationSheet } from '../../signing/delegations/DelegationSheet.tsx'
import { OrderRow } from '../../signing/delegations/OrderRow.tsx'
import { signDelegation } from '../../signing/delegations/signDelegation.ts'
import { chainById } from '../../wallet/chains.ts'
import { boundOf, exitRequest, type Quote } from './exitRequest.ts'
import { exitCondition, exitMeaning, priceIn } from './exitWords.ts'
import { nameOf } from './nameOf.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** Asks at which price a position is taken out, then shows the worst case before anything is signed. */
export function ExitSheet({ position, wallet: owner, onClose }: Props) {
  const [draft, setDraft] = useState({ price: '', tip: '0.0001', days: '30' })
  const [prepared, setPrepared] = useState<PreparedOrder>()
  const { run, busy, problem } = useAction()
  const quote = usualQuote([position.token0, position.token1], chainById(position.chainId).wrappedNative)
  const other = quote === 'token0' ? position.token1 : position.token0
  const request = exitRequest(draft, { position, quote, owner })
  const set = (field: keyof typeof draft) => (text: string) => setDraft((before) => ({ ...before, [field]: text }))
  const isBelow = request?.priceBelow !== undefined
  const condition = exitCondition(position, quote, { isBelow, price: draft.price })
  async function sign(answer: PreparedOrder): Promise<void> {
    await publishOrder(await signDelegation(owner, { ...answer, frame: answer.signed }))
    onClose()
  }
  if (prepared && request)
    return (
      <DelegationSheet
        title="Review the exit"
        first={prepared}
        meaningOf={(answer) => exitMeaning(answer, { position, condition, isBelow })}
        read={() => prepareExit(request)}
        {...{ owner, sign, onClose }}
      />
    )
  return (
    <Sheet
      title={`Exit ${nameOf(position)} at a price`}
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
              void run(async () => request && setPrepared(await prepareExit(request)), 'Reading the chain')
            }
          >
            Review the worst case
          </Button>
        </>
      }
    >
      <p className="text-compact muted">
        Signed now, executed by anybody once the price comes. All liquidity and its fees come to you.
      </p>
      <Field
        label={`Price of 1 ${symbolText(other)}`}
        suffix={symbolText(position[quote])}
        inputMode="decimal"
        value={draft.price}
        onChange={set('price')}
        help={priceHelp(position, quote, draft.price)}
      />
      <Field label="Tip for the executor" suffix="ETH" inputMode="decimal" value={draft.tip} onChange={set('tip')} />
      <Field label="Ends after" suffix="days" inputMode="numeric" value={draft.days} onChange={set('days')} />
      <OpenExits {...{ position, owner, quote }} />
    </Sheet>
  )
}

function priceHelp(position: Position, quote: Quote, typed: string): string {
  const now = `The price is ${priceIn(quote, position, position.sqrtRatioX96 ?? '0')} now.`
  const bound = boundOf(position, quote, typed)
  if (!bound) return now
  return `${now} It exits at this price or ${bound.isBelow === (quote === 'token1') ? 'below' : 'above'}.`
}

/** The exits of this position that are signed and not over. */
function OpenExits({ position, owner, quote }: { position: Position; owner: string; quote: Quote }) {
  const { data, reload } = useResource<OrderPage>(exitsUrl(owner))
  const boundIn = ({ side, boundX96 }: { side: string; boundX96: string }) => ({
    isBelow: side === 'below',
    price: priceIn(quote, position, boundX96),
  })
  const own = (data?.orders ?? []).filter(
    ({ position: of }) => of?.protocol === position.protocol && of.tokenId === position.tokenId,
  )
  return own.map((order) => (
    <OrderRow key={order.id} order={order} onCancelled={reload}>
      Exits {order.position && exitCondition(position, quote, boundIn(order.position))}
    </OrderRow>
  ))
}
