import { positionUrl } from '#site/positionUrl.ts'
import type { FoundPool, PoolDepth } from '../../api/liquidity.ts'
import { poolPaths } from '../../api/liquidity.ts'
import { useResource } from '../../api/useQuery.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { PairName, symbolText } from '../../liquidity/PairName.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { decimalsOf, depthWithin, feeText, numberText, priceAt } from '../../liquidity/poolFigures.ts'
import { priceText } from '../../liquidity/priceText.ts'
import { TokenFigure } from '../../liquidity/TokenFigure.tsx'
import { PairMark } from '../../liquidity/TokenMark.tsx'
import { DepthCard } from './DepthCard.tsx'

const NEAR = 0.02
const NO_HOOK = /^0x0{40}$/

/** One pool: its kind, price and depth, and the link to provide liquidity. */
export function PoolDetail({ pool }: { pool: FoundPool }) {
  const { token0, token1, protocol, reference, chainId } = pool
  const depth = useResource<PoolDepth>(poolPaths.depth(pool))
  const provide = positionUrl({
    chainId,
    protocol: protocol.toLowerCase() as 'v4',
    tokenA: token0.address,
    tokenB: token1.address,
    pool: reference,
  })
  return (
    <div className="stack">
      <section className="card pool-head" aria-label="Pool">
        <div className="pair">
          <PairMark tokens={[pool.token0, pool.token1]} />
          <div className="grow">
            <h2>
              <PairName {...pool} />
            </h2>
            <p className="text-small faint">{kindText(pool)}</p>
            <p className="text-small faint row">
              <span className="mono">{shortReference(reference)}</span>
              <CopyButton text={reference} label={`Copy ${protocol === 'V4' ? 'id' : 'address'} ${reference}`} />
            </p>
          </div>
        </div>
        <a className="button primary" href={provide}>
          Provide liquidity
        </a>
        <Facts pool={pool} depth={depth.data} />
      </section>
      <PoolWarnings warnings={pool.warnings} />
      <QueryView query={depth} what="the depth" rows={4}>
        {(data) => <DepthCard pool={pool} depth={data} />}
      </QueryView>
    </div>
  )
}

function kindText({ protocol, fee, tickSpacing, hookAddress }: FoundPool): string {
  const hook =
    hookAddress === undefined || NO_HOOK.test(hookAddress) ? 'no hook' : `hook ${shortReference(hookAddress)}`
  return [
    protocol.toLowerCase(),
    fee === 0x80_00_00 ? 'dynamic fee' : `fee ${feeText(fee)}`,
    tickSpacing === undefined ? 'every price' : `tick spacing ${tickSpacing}`,
    ...(protocol === 'V4' ? [hook] : []),
  ].join(' · ')
}

function shortReference(reference: string): string {
  return `${reference.slice(0, 8)}…${reference.slice(-6)}`
}

function Facts({ pool, depth }: { pool: FoundPool; depth: PoolDepth | undefined }) {
  const { token0, token1, amounts } = pool
  const price = priceAt(depth?.sqrtRatioX96 ?? pool.sqrtRatioX96, [token0, token1])
  const near = depth && depthWithin(depth.segments, depth.currentTick, NEAR)
  const isPriced = price > 0
  return (
    <dl className="facts">
      <Fact
        term={
          <>
            1 <bdi>{symbolText(token0)}</bdi> costs
          </>
        }
        unit={symbolText(token1)}
      >
        {isPriced ? priceText(price) : 'no price yet'}
      </Fact>
      <Fact
        term={
          <>
            1 <bdi>{symbolText(token1)}</bdi> costs
          </>
        }
        unit={symbolText(token0)}
      >
        {isPriced ? priceText(1 / price) : 'no price yet'}
      </Fact>
      {amounts && (
        <div>
          <dt>In the pool</dt>
          <dd>
            <div>
              <TokenFigure amount={BigInt(amounts.token0.amount)} token={token0} />
            </div>
            <div>
              <TokenFigure amount={BigInt(amounts.token1.amount)} token={token1} />
            </div>
          </dd>
        </div>
      )}
      <div>
        <dt>Within 2 % of the price</dt>
        <dd>
          {near ? numberText(near.token0 / 10 ** decimalsOf(token0)) : '–'}{' '}
          <span className="unit">{symbolText(token0)}</span>
          <br />
          {near ? numberText(near.token1 / 10 ** decimalsOf(token1)) : '–'}{' '}
          <span className="unit">{symbolText(token1)}</span>
        </dd>
      </div>
    </dl>
  )
}

type FactProps = { term: React.ReactNode; unit: string; children: string }

function Fact({ term, unit, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {children} {children !== 'no price yet' && <span className="unit">{unit}</span>}
      </dd>
    </div>
  )
}
