import type { Position } from '../../api/liquidity.ts'
import { Callout } from '../../components/Callout.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { filledShare, isOrderWide, rangeOrders, soldBy } from '../../liquidity/rangeOrders.ts'
import { useStore } from '../../store.ts'

/** How far a position that is as narrow as an order has filled; nothing for a wider one. */
export function OrderLine({ position }: { position: Position }) {
  const orders = useStore(rangeOrders)
  if (!isOrderWide(position)) return null
  const sold = soldBy(position, orders)
  return sold === undefined ? <Unknown position={position} /> : <Order position={position} sold={sold} />
}

type Sold = 'token0' | 'token1'

function Order({ position, sold }: { position: Position; sold: Sold }) {
  const [from, to] = symbolsOf(position, sold)
  const share = filledShare(position, sold)
  if (share < 1_000)
    return (
      <p className="text-compact">
        Range order: sells <bdi>{from}</bdi> for <bdi>{to}</bdi>. <b>{share / 10} % filled.</b>
      </p>
    )
  return (
    <Callout grade="caution" title="Filled: withdraw now.">
      This order has sold its {from} for {to}. It turns back into {from} when the price returns.
    </Callout>
  )
}

/** Placed in another browser: the sold token is unknown, so both readings are shown. */
function Unknown({ position }: { position: Position }) {
  const [symbol0, symbol1] = symbolsOf(position, 'token0')
  const words = (sold: Sold) => `${filledShare(position, sold) / 10} %`
  return (
    <p className="text-compact muted">
      As narrow as a range order. If it sells {symbol0}, it is {words('token0')} filled; if it sells {symbol1},{' '}
      {words('token1')}. A filled order turns back when the price returns: withdraw it.
    </p>
  )
}

function symbolsOf({ token0, token1 }: Position, sold: Sold): [string, string] {
  return sold === 'token0' ? [symbolText(token0), symbolText(token1)] : [symbolText(token1), symbolText(token0)]
}
