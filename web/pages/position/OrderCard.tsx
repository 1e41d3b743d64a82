import { exact } from '#site/format.ts'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { priceText } from '../../liquidity/priceText.ts'
import { weiOf } from '../../liquidity/weiOf.ts'
import { BoundField } from './BoundField.tsx'
import { DepositField } from './DepositCard.tsx'
import { opposite } from './deposit.ts'
import { type Market, scaleOf } from './Market.ts'
import { filledAmount, isToken0, isWaiting, nearEnd, orderBounds } from './order.ts'
import { priceOf, toPrice } from './priceScale.ts'
import type { Deposit } from './useDeposit.ts'
import type { ChangeForm, Form } from './useForm.ts'
import type { Range } from './useRange.ts'

type Props = { form: Form; market: Market; range: Range; deposit: Deposit; change: ChangeForm }

/** One token that is sold when the price gets there: which one, at which price, how much, and what it becomes. */
export function OrderCard({ form, market, range, deposit, change }: Props) {
  const { pay: sells = 'A', quote = 'B' } = form
  const { tokenA, tokenB, sqrtRatioX96 } = market
  const [quoted, other] = quote === 'B' ? [tokenB, tokenA] : [tokenA, tokenB]
  const unit = `${quoted.symbol} per ${other.symbol}`
  const scale = scaleOf(market, quote)
  const now = sqrtRatioX96 === undefined ? '–' : priceText(priceOf(sqrtRatioX96, scale))
  const side = isToken0(market, sells) === scale.isFlipped ? 'below' : 'above'
  return (
    <Card title="Range order" aside="Sells when the price gets there">
      <Segments
        label="Token to sell"
        look="full"
        value={sells}
        options={[
          { value: 'A', label: `Sell ${tokenA.symbol}` },
          { value: 'B', label: `Sell ${tokenB.symbol}` },
        ]}
        onChange={(pay) =>
          change({ pay, ...orderBounds(market, pay, range.tick), amountA: undefined, amountB: undefined })
        }
      />
      <BoundField
        label="Sell at"
        tick={nearEnd(market, sells, range.bounds)}
        spacing={range.spacing}
        scale={scale}
        unit={unit}
        help={`The price is ${now} now. This order sells ${side} it.`}
        onMove={(tick) => change(orderBounds(market, sells, tick))}
      />
      <DepositField side={deposit[sells]} />
      <Outcome {...{ market, range, form, deposit }} />
    </Card>
  )
}

type OutcomeProps = Pick<Props, 'market' | 'range' | 'form' | 'deposit'>

function Outcome({ market, range: { bounds }, form: { pay: sells = 'A', quote = 'B' }, deposit }: OutcomeProps) {
  const [sold, bought] = [market[`token${sells}`], market[`token${opposite(sells)}`]]
  if (!isWaiting(market, sells, bounds))
    return (
      <Callout grade="caution" isAlert title="The price has reached this range.">
        Type a price further away, so that only {sold.symbol} goes in.
      </Callout>
    )
  const scale = scaleOf(market, quote)
  const ends = [toPrice(bounds.lower, scale), toPrice(bounds.upper, scale)].sort((a, b) => a - b)
  const { amount } = deposit.set
  const filled = filledAmount(market, sells, { bounds, amount })
  return (
    <>
      <KeyValues
        isRuled
        facts={[
          { key: 'range', term: 'Sells between', value: `${priceText(ends[0] ?? 0)} and ${priceText(ends[1] ?? 0)}` },
          {
            key: 'fills',
            term: 'Amount when filled, without fees',
            value:
              amount === 0n ? (
                '–'
              ) : (
                <>
                  {exact(filled, bought.decimals)} {bought.symbol}
                  <Dollars wei={weiOf(filled, bought.address)} />
                </>
              ),
          },
        ]}
      />
      <Callout grade="note">
        It fills while the price crosses this range, and turns back into {sold.symbol} when the price returns. Once it
        is filled, withdraw it: nothing does that for you.
      </Callout>
    </>
  )
}
