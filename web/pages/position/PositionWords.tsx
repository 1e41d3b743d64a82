import { priceText } from '../../liquidity/priceText.ts'
import { feeText, type Market, scaleOf } from './Market.ts'
import { type Bounds, isFull, toPrice } from './priceScale.ts'

type Props = { market: Market; bounds: Bounds | undefined; quote: 'A' | 'B' }

export function PositionWords({ market, bounds, quote }: Props) {
  const { tokenA, tokenB, pool, protocol, fee } = market
  const [quoted, other] = quote === 'B' ? [tokenB, tokenA] : [tokenA, tokenB]
  return (
    <>
      {pool ? 'Provide liquidity to' : 'Open'} the {protocol} pool of <bdi>{tokenA.symbol}</bdi> and{' '}
      <bdi>{tokenB.symbol}</bdi> ({feeText(fee)}){pool ? '' : ' and be the first in it'},{' '}
      <Prices {...{ market, bounds, quote }} unit={`${quoted.symbol} per ${other.symbol}`} />{' '}
      {protocol === 'v2' ? 'You get shares of the pair.' : 'You receive an NFT for the position.'}
    </>
  )
}

function Prices({ market, bounds, quote, unit }: Props & { unit: string }) {
  if (market.protocol === 'v2' || !bounds || isFull(bounds, market.tickSpacing)) return 'at every price.'
  const scale = scaleOf(market, quote)
  const ends = [toPrice(bounds.lower, scale), toPrice(bounds.upper, scale)].sort((a, b) => a - b)
  return (
    <>
      for prices from <b>{priceText(ends[0] ?? 0)}</b> to <b>{priceText(ends[1] ?? 0)}</b> <bdi>{unit}</bdi>.
    </>
  )
}
