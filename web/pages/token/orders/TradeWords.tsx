import { short } from '#site/format.ts'
import type { Order } from '../../../api/orders.ts'
import { ExactEth } from '../../../dollars/Dollars.tsx'

/** The condition of a trade. */
export function TradeWords({ order: { kind, amount, outMin, outMax }, symbol }: { order: Order; symbol: string }) {
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
