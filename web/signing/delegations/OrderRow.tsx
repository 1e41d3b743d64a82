import type { ReactNode } from 'react'
import { type Order, readOrder, withdrawOrder } from '../../api/orders.ts'
import { config } from '../../api/siteData.ts'
import { useAction } from '../../api/useAction.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Problem } from '../../components/Problem.tsx'
import { sendAll } from '../../wallet/sendAll.ts'
import { requireTransaction } from '../statements/requireTransaction.ts'

const CANCEL = {
  doing: 'Cancelling the order',
  done: 'Cancelled the order',
  failed: 'The order was not cancelled, and is still open.',
}

type Props = { order: Order; children: ReactNode; onCancelled(): void }

/** One open order: its condition in words, its state on the chain, and one click to cancel it. */
export function OrderRow({ order, children, onCancelled }: Props) {
  const { run, busy, problem } = useAction()
  async function cancel(): Promise<void> {
    const { transaction, statement } = (await readOrder(order.id)).cancel
    await requireTransaction({ transaction, statement }, config.chainId)
    await sendAll([transaction], CANCEL)
    // It is over on the chain. If the service has not seen that block yet, the order leaves the list a moment later.
    await withdrawOrder(order.id).catch(() => undefined)
    onCancelled()
  }
  return (
    <div className="stack small">
      <p className="row wrap text-compact">
        <Chip tone={order.status === 'ready' || order.status === 'waiting' ? 'ok' : 'warn'}>{order.status}</Chip>
        <span className="grow">{children}</span>
        <LinkButton onClick={() => void run(cancel)} disabled={busy !== undefined}>
          {busy ?? 'Cancel'}
        </LinkButton>
      </p>
      <Problem text={problem} grade="caution" />
    </div>
  )
}
