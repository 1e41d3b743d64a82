import { fixed, shortAddress } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import type { FoundPool } from '../../api/liquidity.ts'
import { Button } from '../../components/Button.tsx'
import { priceText } from '../../liquidity/priceText.ts'
import { PairMark } from '../../liquidity/TokenMark.tsx'
import { feeText, isLaunchHook, type Market, scaleOf } from './Market.ts'
import { priceOf } from './priceScale.ts'

const NEAR = 1.02

type Props = { market: Market; factory: string | null; quote: 'A' | 'B'; pools: readonly FoundPool[]; onChoose(): void }

/** The pool of the position: pair, fee, price and depth. */
export function PoolCard({ market, factory, quote, pools, onChoose }: Props) {
  const { tokenA, tokenB, pool, tickSpacing, fee, protocol } = market
  const [quoted, other] = quote === 'B' ? [tokenB, tokenA] : [tokenA, tokenB]
  const { sqrtRatioX96 } = market
  const details = [
    feeText(fee),
    protocol === 'v2' ? 'every price' : `tick spacing ${tickSpacing}`,
    ...(protocol === 'v4' ? [hookText(market, factory)] : []),
    pool ? shortAddress(pool.reference) : 'new pool',
  ]
  return (
    <section className="card pool-card" aria-label="Pool">
      <div className="pair">
        <PairMark tokens={[tokenA, tokenB]} />
        <div className="grow">
          <b className="bold">
            <bdi>{tokenA.symbol}</bdi> / <bdi>{tokenB.symbol}</bdi>
          </b>
          <p className="text-small faint" title={pool?.reference}>
            {details.join(' · ').replace(/^f/, 'F').replace(/^d/, 'D')}
          </p>
        </div>
        <Button size="small" onClick={onChoose}>
          Change pool
        </Button>
      </div>
      <dl className="facts">
        <div>
          <dt>{pool ? 'Price now' : 'Starting price'}</dt>
          <dd>
            {sqrtRatioX96 === undefined ? '–' : priceText(priceOf(sqrtRatioX96, scaleOf(market, quote)))}
            <span className="unit">
              {quoted.symbol} per {other.symbol}
            </span>
          </dd>
        </div>
        {pool && <Depth market={market} />}
        {pool && (
          <div className="hide-small">
            <dt>Share of pair</dt>
            <dd>
              {shareOf(pool, pools)}
              <span className="unit">of its {protocol} liquidity</span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function hookText(market: Market, factory: string | null): string {
  if (market.hooks === NATIVE) return 'no hook'
  return isLaunchHook(market, factory) ? 'hook: the launch contract' : `hook ${shortAddress(market.hooks)}`
}

function Depth({ market }: { market: Market }) {
  const { pool, isAFirst, tokenA } = market
  const held = isAFirst ? pool?.amounts?.token0 : pool?.amounts?.token1
  const near = nearAmount(market)
  return (
    <>
      {held && (
        <div>
          <dt>In the pool</dt>
          <dd>
            {compact(BigInt(held.amount), tokenA.decimals)}
            <span className="unit">{tokenA.symbol}</span>
          </dd>
        </div>
      )}
      {near !== undefined && (
        <div>
          <dt>Depth, 2 %</dt>
          <dd>
            {compact(near, tokenA.decimals)}
            <span className="unit">{tokenA.symbol}</span>
          </dd>
        </div>
      )}
    </>
  )
}

/** How much of token A moves the price by two percent, as deep as the pool is at its price. */
function nearAmount({ pool, sqrtRatioX96, isAFirst, protocol }: Market): bigint | undefined {
  if (!pool || sqrtRatioX96 === undefined || protocol === 'v2') return undefined
  const root = Number(sqrtRatioX96) / 2 ** 96
  const liquidity = Number(pool.liquidity)
  const factor = Math.sqrt(NEAR)
  const amount = isAFirst ? (liquidity / root) * (1 - 1 / factor) : liquidity * root * (factor - 1)
  return Number.isFinite(amount) ? BigInt(Math.floor(amount)) : undefined
}

function shareOf(pool: FoundPool, pools: readonly FoundPool[]): string {
  const all = pools.reduce((sum, { liquidity }) => sum + BigInt(liquidity), 0n)
  return all === 0n ? '–' : `${(BigInt(pool.liquidity) * 100n) / all} %`
}

function compact(amount: bigint, decimals: number): string {
  const whole = amount / 10n ** BigInt(decimals)
  return fixed(amount, Math.min(decimals, whole >= 1_000n ? 0 : 3), decimals)
}
