import type { FoundPool } from '../../api/liquidity.ts'
import { Chip } from '../../components/Chip.tsx'
import { PairName } from '../../liquidity/PairName.tsx'
import { feeText } from '../../liquidity/poolFigures.ts'
import { PairMark } from '../../liquidity/TokenMark.tsx'

type Props = { pools: readonly FoundPool[]; chosen: FoundPool | undefined; onChoose(pool: FoundPool): void }

/** The pools found, most liquidity first; the chosen one is shown next to the list. */
export function PoolList({ pools, chosen, onChoose }: Props) {
  const most = pools.reduce((greatest, { liquidity }) => Math.max(greatest, Number(liquidity)), 0)
  return (
    <ul className="card pool-list" aria-label="Pools found">
      {pools.map((pool) => (
        <li key={pool.reference}>
          <button type="button" aria-pressed={pool.reference === chosen?.reference} onClick={() => onChoose(pool)}>
            <PairMark tokens={[pool.token0, pool.token1]} />
            <span className="grow">
              <b>
                <PairName {...pool} />
              </b>
              <span className="row wrap">
                <Chip tone="line">{pool.protocol.toLowerCase()}</Chip>
                <span className="text-small muted">{feeText(pool.fee)}</span>
                {pool.warnings.length > 0 && (
                  <Chip tone="warn" icon="triangle-alert">
                    {markOf(pool)}
                  </Chip>
                )}
              </span>
            </span>
            <span className="share">
              <span className="text-small muted">{shareText(Number(pool.liquidity), most)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function markOf({ warnings }: FoundPool): string {
  const codes = new Set(warnings.map(({ code }) => code))
  if (codes.has('PERMISSIONED')) return 'KYC'
  return codes.has('HOOKED') ? 'hook' : 'fee on transfer'
}

/** Liquidity relative to the deepest pool of the list; the figure alone is not an amount. */
function shareText(liquidity: number, most: number): string {
  if (liquidity === 0) return 'empty'
  const percent = (liquidity / most) * 100
  return percent === 100 ? 'deepest' : `${percent < 0.1 ? '< 0.1' : percent.toFixed(1)} % as deep`
}
