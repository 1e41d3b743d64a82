import type { PoolDepth } from '../../api/liquidity.ts'
import { urlOf } from '../../api/request.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Segments } from '../../components/Segments.tsx'
import { BoundField } from './BoundField.tsx'
import { shareOfB } from './deposit.ts'
import { type Market, scaleOf } from './Market.ts'
import { moveBound, type Preset, presetBounds } from './priceScale.ts'
import { RangeChart } from './RangeChart.tsx'
import type { ChangeForm, Form } from './useForm.ts'
import type { Range } from './useRange.ts'

const PRESETS: readonly Preset[] = ['full', '5', '10', '50', 'below', 'above']

type Props = { form: Form; market: Market; range: Range; change: ChangeForm }

/** Between which prices the position works: presets, a chart with two handles, and the two prices themselves. */
export function RangeCard({ form, market, range, change }: Props) {
  const { quote = 'B' } = form
  const { tokenA, tokenB } = market
  const [quoted, other] = quote === 'B' ? [tokenB, tokenA] : [tokenA, tokenB]
  const scale = scaleOf(market, quote)
  const { tick, spacing, bounds } = range
  const chosen = PRESETS.find((preset) =>
    isSame(presetBounds(preset, { tick, spacing, isFlipped: scale.isFlipped }), bounds),
  )
  const labels: Record<Preset, string> = {
    full: 'Full',
    '5': '±5 %',
    '10': '±10 %',
    '50': '±50 %',
    below: `Only ${quoted.symbol}`,
    above: `Only ${other.symbol}`,
  }
  const [lowTick, highTick] = scale.isFlipped ? [bounds.upper, bounds.lower] : [bounds.lower, bounds.upper]
  const move = (end: 'low' | 'high') => (to: number) =>
    range.setBounds(moveBound(bounds, (end === 'low') === scale.isFlipped ? 'upper' : 'lower', { tick: to, spacing }))
  return (
    <section className="card" aria-label="Price range">
      <div className="header wrap">
        <h2>Price range</h2>
        <span className="grow" />
        <div className="scroll-x presets">
          <Segments
            label="Usual ranges"
            size="small"
            value={chosen}
            options={PRESETS.map((value) => ({ value, label: labels[value] }))}
            onChange={(preset) => range.choose(preset, scale.isFlipped)}
          />
        </div>
        <Segments
          label="Prices in"
          size="small"
          value={quote}
          options={[
            { value: 'B', label: `${tokenB.symbol} per ${tokenA.symbol}` },
            { value: 'A', label: `${tokenA.symbol} per ${tokenB.symbol}` },
          ]}
          onChange={(value) => change({ quote: value === 'B' ? undefined : value })}
        />
      </div>
      <div className="range-box">
        <RangeChart
          range={range}
          scale={scale}
          segments={useSegments(market)}
          unit={`${quoted.symbol} per ${other.symbol}`}
          mix={mixOf(market, range, quote)}
        />
        <span className="zoom">
          <Button kind="ghost" size="small" icon="minus" aria-label="Show more prices" onClick={() => range.zoom(2)} />
          <Button
            kind="ghost"
            size="small"
            icon="plus"
            aria-label="Show fewer prices"
            onClick={() => range.zoom(0.5)}
          />
        </span>
      </div>
      <div className="bounds">
        <BoundField
          label="Lowest price"
          tick={lowTick}
          onMove={move('low')}
          {...{ spacing, scale }}
          unit={quoted.symbol}
          help={`Below this price you hold only ${other.symbol} and earn no fees`}
        />
        <BoundField
          label="Highest price"
          tick={highTick}
          onMove={move('high')}
          {...{ spacing, scale }}
          unit={quoted.symbol}
          help={`Above this price you hold only ${quoted.symbol} and earn no fees`}
        />
      </div>
    </section>
  )
}

function isSame(a: { lower: number; upper: number }, b: { lower: number; upper: number }): boolean {
  return a.lower === b.lower && a.upper === b.upper
}

function mixOf(market: Market, { bounds }: Range, quote: 'A' | 'B') {
  const shareB = shareOfB(market, bounds)
  if (shareB === undefined) return undefined
  const { tokenA, tokenB } = market
  const [a, b] = [`${100 - shareB} % ${tokenA.symbol}`, `${shareB} % ${tokenB.symbol}`]
  return quote === 'B' ? { below: b, above: a } : { below: a, above: b }
}

/** The liquidity of the pool; a pool that is to be opened has none. */
function useSegments({ pool }: Market) {
  const url =
    pool && urlOf('/api/liquidity/depth', { chainId: pool.chainId, protocol: pool.protocol, reference: pool.reference })
  const { data, dataKey } = useResource<PoolDepth>(url)
  return dataKey === url ? data?.segments : undefined
}
