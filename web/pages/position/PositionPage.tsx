import { useState } from 'react'
import { config } from '../../api/siteData.ts'
import { Icon } from '../../components/Icon.tsx'
import { Segments } from '../../components/Segments.tsx'
import { SkeletonRows } from '../../components/States.tsx'
import { GuideButton } from '../../guide/GuideButton.tsx'
import { ChainSelect } from '../../liquidity/ChainSelect.tsx'
import { usePageChain } from '../../wallet/chains.ts'
import { Builder } from './Builder.tsx'
import { PoolCard } from './PoolCard.tsx'
import { PoolChoice } from './PoolChoice.tsx'
import { type Form, useForm } from './useForm.ts'
import { useMarket } from './useMarket.ts'

const PROTOCOLS = ['v2', 'v3', 'v4'] as const

/** Tokens and pools are of one chain, so another chain begins with an empty form. */
const EMPTY: Partial<Record<keyof Form, undefined>> = {
  tokenA: undefined,
  tokenB: undefined,
  pool: undefined,
  fee: undefined,
  tickSpacing: undefined,
  hooks: undefined,
  startPrice: undefined,
  lower: undefined,
  upper: undefined,
  amountA: undefined,
  amountB: undefined,
  slippage: undefined,
  kind: undefined,
  pay: undefined,
}

/** Builds a position: pool, range, amounts, and everything that is signed for it. */
export function PositionPage() {
  const [form, change] = useForm()
  usePageChain(form.chainId)
  const state = useMarket(form, change)
  const [isChoosing, setChoosing] = useState(false)
  const [isLinked] = useState(form.pool !== undefined || (form.tokenA !== undefined && form.tokenB !== undefined))
  const { market } = state
  const isPlaced =
    market !== undefined && (market.pool !== undefined || market.protocol === 'v2' || form.startPrice !== undefined)
  const isOpen = isChoosing || !isPlaced
  // A link that names its pool opens the builder itself, not the choice of a pool first.
  const isAwaited = !isChoosing && market === undefined && isLinked && state.isLoading
  return (
    <>
      <div className="page-head">
        <div className="grow">
          <a className="row text-compact muted back" href="/positions">
            <Icon name="arrow-left" size="small" />
            Positions
          </a>
          <h1>New position</h1>
        </div>
        {form.chainId === config.chainId && <GuideButton name="position" />}
        <Segments
          label="Protocol"
          value={form.protocol}
          options={PROTOCOLS.map((value) => ({ value, label: value }))}
          onChange={(protocol) =>
            change({
              protocol,
              pool: undefined,
              fee: undefined,
              tickSpacing: undefined,
              hooks: undefined,
              lower: undefined,
              upper: undefined,
              slippage: undefined,
              ...(protocol === 'v2' && form.kind === 'order' && { kind: undefined }),
            })
          }
        />
        <ChainSelect chainId={form.chainId} onChange={(chainId) => change({ ...EMPTY, chainId })} />
      </div>
      {isAwaited && <Placeholder />}
      {isOpen && !isAwaited && (
        <PoolChoice form={form} state={state} change={change} onDone={() => setChoosing(false)} />
      )}
      {isPlaced && !isOpen && (
        <Builder
          key={`${market.protocol} ${market.token0.address} ${market.token1.address}`}
          form={form}
          market={market}
          change={change}
          pool={
            <PoolCard
              market={market}
              factory={form.chainId === config.chainId ? config.factory : null}
              quote={form.quote ?? 'B'}
              pools={state.pools}
              onChoose={() => setChoosing(true)}
            />
          }
        />
      )}
    </>
  )
}

/** A placeholder for the builder while its pool is being read. */
function Placeholder() {
  return (
    <div className="position-grid">
      <div className="card builder-wait">
        <SkeletonRows rows={6} label="Reading the pool" />
      </div>
      <div className="card builder-wait hide-small" />
    </div>
  )
}
