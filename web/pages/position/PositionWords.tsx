import { priceText } from '../../liquidity/priceText.ts'
import { feeText, type Market, scaleOf } from './Market.ts'
import { type Bounds, isFull, toPrice } from './priceScale.ts'
import type { Form } from './useForm.ts'

type Props = { market: Market; bounds: Bounds | undefined; form: Form }

/** The action of the form, in words. */
export function PositionWords({ market, bounds, form: { quote = 'B', kind, pay = 'A' } }: Props) {
  const { tokenA, tokenB, pool, protocol, fee } = market
  const [quoted, other] = quote === 'B' ? [tokenB, tokenA] : [tokenA, tokenB]
  const unit = `${quoted.symbol} per ${other.symbol}`
  const prices = <Prices {...{ market, bounds, quote, unit }} />
  if (kind === 'order') {
    const [sold, bought] = pay === 'A' ? [tokenA, tokenB] : [tokenB, tokenA]
    return (
      <>
        Sell <bdi>{sold.symbol}</bdi> for <bdi>{bought.symbol}</bdi> in their {protocol} pool ({feeText(fee)}), {prices}{' '}
        You receive an NFT for the order.
      </>
    )
  }
  return (
    <>
      {pool ? 'Provide liquidity to' : 'Open'} the {protocol} pool of <bdi>{tokenA.symbol}</bdi> and{' '}
      <bdi>{tokenB.symbol}</bdi> ({feeText(fee)}){!pool && ' and be the first in it'}, {prices}
      {kind === 'zap' && ' A part is swapped first.'}{' '}
      {protocol === 'v2' ? 'You get shares of the pair.' : 'You receive an NFT for the position.'}
    </>
  )
}

type PricesProps = Pick<Props, 'market' | 'bounds'> & { quote: 'A' | 'B'; unit: string }

function Prices({ market, bounds, quote, unit }: PricesProps) {
  if (market.protocol === 'v2' || !bounds || isFull(bounds, market.tickSpacing)) return <>at every price.</>
  const scale = scaleOf(market, quote)
  const ends = [toPrice(bounds.lower, scale), toPrice(bounds.upper, scale)].sort((a, b) => a - b)
  return (
    <>
      for prices from <b>{priceText(ends[0] ?? 0)}</b> to <b>{priceText(ends[1] ?? 0)}</b> <bdi>{unit}</bdi>.
    </>
  )
}
