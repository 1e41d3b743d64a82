import { lazy, type ReactNode, Suspense, useState } from 'react'
import { cut, fixed, percent, whole } from '#site/format.ts'
import type { Quote, TokenDetail } from '../../api/launchpad.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Icon } from '../../components/Icon.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Dollars, ExactEth } from '../../dollars/Dollars.tsx'
import { useStore } from '../../store.ts'
import type { Side } from './Trading.ts'
import { tradeSettings } from './tradeSettings.ts'

const TradeSettings = lazy(async () => ({ default: (await import('./TradeSettings.tsx')).TradeSettings }))

const CAUTION_BPS = 300
const ADVICE_BPS = 500
const SYMBOL_SHOWN = 10

type Props = {
  token: TokenDetail
  side: Side
  quote: Quote | undefined
  isLoading: boolean
}

/** The result of a trade before it is reviewed. */
export function TradeFigures({ token, side, quote, isLoading }: Props) {
  const { slippageBps } = useStore(tradeSettings)
  const [isOpen, setOpen] = useState(false)
  const unit = side === 'buy' ? cut(token.symbol, SYMBOL_SHOWN) : 'ETH'
  const figure = (amount: string) => (side === 'buy' ? whole(BigInt(amount)) : fixed(BigInt(amount), 6))
  const change = (
    <LinkButton aria-label="Change slippage and quick amounts" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <Icon name="settings-2" size="small" />
    </LinkButton>
  )
  return (
    <>
      <div className={isLoading ? 'quoting' : undefined}>
        <KeyValues
          facts={[
            {
              key: 'get',
              term: 'You get',
              value: (
                <>
                  {quote ? figure(quote.amountOut) : '–'}
                  <span className="unit">{unit}</span>
                  <Dollars wei={ethOut(side, quote)} />
                </>
              ),
              tone: 'big',
            },
            {
              key: 'least',
              term: (
                <>
                  At least, at {slippageBps / 100} % slippage{change}
                </>
              ),
              value: quote ? figure(quote.minOut) : '–',
            },
            {
              key: 'impact',
              term: 'Price impact',
              value: quote ? percent(quote.priceImpactBps, 2) : '–',
              tone: quote && quote.priceImpactBps >= CAUTION_BPS ? 'warn' : undefined,
            },
            {
              key: 'fee',
              term: token.graduated ? 'Pool fee, 1 %' : 'Trade fee, 1 %',
              value: quote ? feeWords(quote.fee) : '–',
            },
            ...(quote?.refund && quote.refund !== '0'
              ? [{ key: 'refund', term: 'Comes back to you', value: <ExactEth wei={BigInt(quote.refund)} /> }]
              : []),
          ]}
        />
      </div>
      {isOpen && (
        <Suspense>
          <TradeSettings />
        </Suspense>
      )}
    </>
  )
}

/** The wei that a sale brings. */
function ethOut(side: Side, quote: Quote | undefined): bigint | undefined {
  return side === 'sell' && quote ? BigInt(quote.amountOut) : undefined
}

/** In the pool a sale pays its fee in tokens, before they are swapped. */
function feeWords(fee: string | null): ReactNode {
  return fee === null ? 'in tokens' : <ExactEth wei={BigInt(fee)} />
}

export function Impact({ quote, side }: { quote: Quote; side: Side }) {
  if (quote.graduates)
    return (
      <Callout grade="note">
        <b>This buy completes the curve.</b> The token graduates and unused ETH is returned.
      </Callout>
    )
  if (quote.priceImpactBps < ADVICE_BPS) return null
  return (
    <Callout grade="caution">
      <b>Price impact {percent(quote.priceImpactBps, 2)}.</b> You {side === 'buy' ? 'pay more' : 'get less'} than the
      current price says. Try a smaller amount.
    </Callout>
  )
}
