import { Segments } from '../../components/Segments.tsx'
import { type Market, tickOf } from './Market.ts'
import { orderBounds } from './order.ts'
import type { ChangeForm, Form } from './useForm.ts'

type Kind = 'pair' | 'zap' | 'order'
type Props = { form: Form; market: Market; change: ChangeForm }

/** Both tokens, one token that is partly swapped, or one token that is sold at a price. */
export function KindChoice({ form, market, change }: Props) {
  const kinds = kindsOf(market)
  if (kinds.length === 1) return null
  const choose = (kind: Kind) =>
    change({ amountA: undefined, amountB: undefined, kind: kind === 'pair' ? undefined : kind, ...rangeFor(kind) })
  function rangeFor(kind: Kind) {
    if (kind === 'order') return orderBounds(market, form.pay ?? 'A', tickOf(market))
    return form.kind === 'order' ? { lower: undefined, upper: undefined } : {}
  }
  return <Segments label="Kind of deposit" look="full" value={form.kind ?? 'pair'} options={kinds} onChange={choose} />
}

/** A swap needs a pool with liquidity, and an order needs ticks. */
function kindsOf({ pool, protocol, sqrtRatioX96 }: Market): { value: Kind; label: string }[] {
  const canSwap = pool !== undefined && pool.liquidity !== '0'
  const canOrder = protocol !== 'v2' && sqrtRatioX96 !== undefined
  return [
    { value: 'pair', label: 'Two tokens' },
    ...(canSwap ? [{ value: 'zap', label: 'One token' } as const] : []),
    ...(canOrder ? [{ value: 'order', label: 'Range order' } as const] : []),
  ]
}
