import { short } from '#site/format.ts'
import { type Order, readOrder, withdrawOrder } from '../../../api/orders.ts'
import { config } from '../../../api/siteData.ts'
import { useAction } from '../../../api/useAction.ts'
import { LinkButton } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { Problem } from '../../../components/Problem.tsx'
import { ExactEth } from '../../../dollars/Dollars.tsx'
import { requireTransaction } from '../../../signing/statements/requireTransaction.ts'
import { sendAll } from '../../../wallet/sendAll.ts'

const CANCEL = {
  doing: 'Cancelling the order',
  done: 'Cancelled the order',
  failed: 'The order was not cancelled, and is still open.',
}

type Props = { order: Order; symbol: string; onCancelled(): void }

/** One open order: its condition, its state on the chain, and one click to cancel it. */
export function OrderRow({ order, symbol, onCancelled }: Props) {
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
        <span className="grow">
          <Words {...{ order, symbol }} />
        </span>
        <LinkButton onClick={() => void run(cancel)} disabled={busy !== undefined}>
          {busy ?? 'Cancel'}
        </LinkButton>
      </p>
      <Problem text={problem} grade="caution" />
    </div>
  )
}

function Words({ order: { kind, amount, outMin, outMax }, symbol }: { order: Order; symbol: string }) {
  const [paid, least] = [BigInt(amount), BigInt(outMin)]
  if (kind === 'limitBuy')
    return (
      <>
        Buy for <ExactEth wei={paid} />, at least {short(least)} {symbol}
      </>
    )
  const sold = `Sell ${short(paid)} ${symbol}`
  if (kind === 'takeProfit')
    return (
      <>
        {sold} for at least <ExactEth wei={least} />
      </>
    )
  return (
    <>
      {sold} at <ExactEth wei={BigInt(outMax ?? 0)} /> or less, at least <ExactEth wei={least} />
    </>
  )
}
