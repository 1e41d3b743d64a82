import { lazy, Suspense, useState } from 'react'
import type { TokenDetail } from '../../../api/launchpad.ts'
import { type OrderPage, ordersUrl } from '../../../api/orders.ts'
import { useResource } from '../../../api/useQuery.ts'
import { Button } from '../../../components/Button.tsx'
import { useAccount, WalletGate } from '../../../wallet/WalletGate.tsx'
import { TradeWords } from './TradeWords.tsx'

// Few readers have orders.
const OrderRow = lazy(async () => ({ default: (await import('../../../signing/delegations/OrderRow.tsx')).OrderRow }))
const OrderForm = lazy(async () => ({ default: (await import('./OrderForm.tsx')).OrderForm }))

const POLL_MS = 10_000

/** The open orders of the connected account for a token, and the way to a new one. */
export function OrdersCard({ token }: { token: TokenDetail }) {
  const account = useAccount()
  const [isOpen, setOpen] = useState(false)
  const url = account === undefined ? undefined : ordersUrl(account, token.address)
  const { data, reload } = useResource<OrderPage>(url, { pollMs: POLL_MS, followsMined: true })
  return (
    <section className="card pad stack" aria-label="Orders">
      <b>Orders</b>
      <span className="text-small muted">
        Sign now. Anybody can execute it once the price is reached. You pay no gas and give no approval, and the chain
        enforces the terms.
      </span>
      <Suspense>
        {data?.orders.map((order) => (
          <OrderRow key={order.id} order={order} onCancelled={reload}>
            <TradeWords order={order} symbol={token.symbol} />
          </OrderRow>
        ))}
      </Suspense>
      <WalletGate>
        <Button onClick={() => setOpen(true)}>New order</Button>
      </WalletGate>
      {isOpen && account !== undefined && (
        <Suspense>
          <OrderForm
            token={token}
            owner={account}
            onClose={() => {
              setOpen(false)
              reload()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
