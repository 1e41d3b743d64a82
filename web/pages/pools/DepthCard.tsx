import { useState } from 'react'
import type { FoundPool, PoolDepth } from '../../api/liquidity.ts'
import { config } from '../../api/siteData.ts'
import { Button } from '../../components/Button.tsx'
import { DepthChart } from '../../components/DepthChart.tsx'
import { Segments } from '../../components/Segments.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { priceAt, priceAtTick, usualQuote } from '../../liquidity/poolFigures.ts'
import { priceText } from '../../liquidity/priceText.ts'
import { DepthTable } from './DepthTable.tsx'

/** Ticks on either side: about 5, 25 and 170 percent of the price. */
const REACHES = { near: 488, middle: 2_231, far: 10_000 } as const
type Reach = keyof typeof REACHES

/** Liquidity by price, as a picture or as a table, counted in either token. */
export function DepthCard({ pool, depth }: { pool: FoundPool; depth: PoolDepth }) {
  const { token0, token1 } = pool
  const [reach, setReach] = useState<Reach>('middle')
  const [isInverted, setInverted] = useState(() => usualQuote([token0, token1], config.wrappedNative) === 'token0')
  const [isTable, setTable] = useState(false)
  const { currentTick, segments } = depth
  const [from, to] = [currentTick - REACHES[reach], currentTick + REACHES[reach]]
  const written = (price: number) => priceText(isInverted ? 1 / price : price)
  const priced = (tick: number) => written(priceAtTick(tick, [token0, token1]))
  const now = written(priceAt(depth.sqrtRatioX96, [token0, token1]))
  const [counted, other] = isInverted ? [token0, token1] : [token1, token0]
  const unit = `${symbolText(counted)} per ${symbolText(other)}`
  return (
    <section className="card" aria-label="Depth">
      <div className="header wrap">
        <h2>Depth</h2>
        <span className="grow" />
        <Segments
          label="Price span"
          size="small"
          value={reach}
          options={[
            { value: 'near', label: '±5 %' },
            { value: 'middle', label: '±25 %' },
            { value: 'far', label: 'Wide' },
          ]}
          onChange={setReach}
        />
        <Segments
          label="Price in"
          size="small"
          value={isInverted ? 'token0' : 'token1'}
          options={[
            { value: 'token1', label: symbolText(token1) },
            { value: 'token0', label: symbolText(token0) },
          ]}
          onChange={(value) => setInverted(value === 'token0')}
        />
        <Button size="small" icon="table-2" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </Button>
      </div>
      {isTable ? (
        <DepthTable {...{ pool, depth, from, to, priced, unit }} />
      ) : (
        <div className="depth-box">
          <DepthChart
            {...{ segments, currentTick, from, to, isInverted }}
            priceText={priced}
            nowText={now}
            label={`Liquidity by price in ${unit}, from ${priced(isInverted ? to : from)} to ${priced(isInverted ? from : to)}; the price is ${now}.`}
          />
          <p className="text-small faint depth-legend">
            <span className="below">
              <bdi>{symbolText(isInverted ? token0 : token1)}</bdi> bids below the price
            </span>
            <span className="above">
              <bdi>{symbolText(isInverted ? token1 : token0)}</bdi> asks above it
            </span>
            <span>{unit}</span>
          </p>
        </div>
      )}
    </section>
  )
}
