import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NATIVE } from '#site/positionUrl.ts'
import { config } from '../../api/siteData.ts'
import { Callout } from '../../components/Callout.tsx'
import { Slippage } from '../../components/Slippage.tsx'
import { type RangeOrder, rememberOrder } from '../../liquidity/rangeOrders.ts'
import { lpStatement } from '../../signing/liquidity/lpStatement.tsx'
import { ReviewSheet } from '../../signing/ReviewSheet.tsx'
import { DepositCard } from './DepositCard.tsx'
import { KindChoice } from './KindChoice.tsx'
import { isLaunchHook, type Market } from './Market.ts'
import { OrderCard } from './OrderCard.tsx'
import { isToken0 } from './order.ts'
import { PayCard } from './PayCard.tsx'
import { PositionWords } from './PositionWords.tsx'
import { RangeCard } from './RangeCard.tsx'
import { SigningPanel } from './SigningPanel.tsx'
import { useDeposit } from './useDeposit.ts'
import type { ChangeForm, Form } from './useForm.ts'
import { usePositionSigning } from './usePositionSigning.ts'
import { useRange } from './useRange.ts'

const Created = lazy(async () => ({ default: (await import('./Created.tsx')).Created }))

const LAUNCH_HOOK = 'The launch contract of this site opened this pool when the token graduated, and is its hook.'

type Props = { form: Form; market: Market; change: ChangeForm; pool: ReactNode }

/** Range and amounts of a position in a known pool, and its way to the chain. */
export function Builder({ form, market, change, pool }: Props) {
  const range = useRange(form, market, change)
  const deposit = useDeposit({ form, market, bounds: range?.bounds, change })
  const [isReviewing, setReviewing] = useState(false)
  const [created, setCreated] = useState<{ id: string | undefined }>()
  const { signing, missing } = usePositionSigning({
    form,
    market,
    bounds: range?.bounds,
    deposit,
    onCreated: (id) => {
      setReviewing(false)
      setCreated({ id })
      if (form.kind === 'order' && id !== undefined) rememberOrder(orderOf(form, market, id))
      change({ amountA: undefined, amountB: undefined })
    },
  })
  const usual = usualTolerance(market, form)
  const warnings = market.pool?.warnings ?? []
  const isLaunch = isLaunchHook(market, form.chainId === config.chainId ? config.factory : null)
  const what = <PositionWords market={market} bounds={range?.bounds} form={form} />
  return (
    <div className="position-grid">
      <div className="stack">
        {pool}
        {warnings.map(({ code, message }) => (
          <Callout key={code} grade="caution">
            {isLaunch && code === 'HOOKED' ? LAUNCH_HOOK : message}
          </Callout>
        ))}
        <KindChoice form={form} market={market} change={change} />
        {form.kind === 'order' && range && <OrderCard {...{ form, market, range, deposit, change }} />}
        {form.kind !== 'order' && range && <RangeCard form={form} market={market} range={range} change={change} />}
        {form.kind === 'zap' && <PayCard {...{ form, market, deposit, change }} />}
        {form.kind === undefined && <DepositCard deposit={deposit} />}
      </div>
      <aside className="stack side">
        <SigningPanel
          signing={signing}
          what={what}
          missing={missing}
          shown={warnings.map(({ code }) => code)}
          slippage={`${form.slippage ?? usual} %`}
          tolerance={
            <Slippage
              key={market.protocol}
              aside="how far the price may move"
              percent={form.slippage ?? usual}
              presets={PRESETS}
              onChange={(percent) => change({ slippage: percent === usual ? undefined : percent })}
            />
          }
          onReview={() => setReviewing(true)}
        />
        {market.protocol !== 'v2' && form.kind !== 'order' && (
          <Callout grade="note">
            If the price leaves your range, you hold only one of the two tokens and earn no fees until it returns.
          </Callout>
        )}
      </aside>
      {isReviewing && (
        <ReviewSheet
          signing={signing}
          statement={(built) => lpStatement({ ...signing, built, what, hook: market.hooks })}
          onClose={() => setReviewing(false)}
        />
      )}
      {created && (
        <Suspense>
          <Created
            id={created.id}
            chainId={form.chainId}
            pair={`${market.tokenA.symbol}/${market.tokenB.symbol}`}
            onClose={() => setCreated(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

function orderOf({ chainId, pay = 'A' }: Form, market: Market, tokenId: string): RangeOrder {
  const protocol = market.protocol.toUpperCase()
  return { chainId, protocol, tokenId, sells: isToken0(market, pay) ? 'token0' : 'token1' }
}

const PRESETS = [0.05, 0.5, 1]

/** Lower in v4 for ETH, where the balance must cover the tolerance, and for one token, where less is left over. */
function usualTolerance({ protocol, tokenA, tokenB }: Market, { kind }: Form): number {
  const isNative = [tokenA, tokenB].some(({ address }) => address === NATIVE)
  return protocol === 'v4' && (isNative || kind === 'zap') ? 0.05 : 0.5
}
