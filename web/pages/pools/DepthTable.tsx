import type { FoundPool, PoolDepth } from '../../api/liquidity.ts'
import { symbolText } from '../../liquidity/PairName.tsx'
import { decimalsOf, heldBetween, numberText } from '../../liquidity/poolFigures.ts'

const ROWS = 10

type Props = {
  pool: FoundPool
  depth: PoolDepth
  from: number
  to: number
  priced(tick: number): string
  unit: string
}

/** The depth in figures: the liquidity in each tenth of the chart. */
export function DepthTable({ pool: { token0, token1 }, depth, from, to, priced, unit }: Props) {
  const width = (to - from) / ROWS
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const lower = from + index * width
    const upper = lower + width
    return { lower, upper, held: heldBetween(depth.segments, depth.currentTick, { from: lower, to: upper }) }
  })
  return (
    <section className="scroll-x" aria-label="Depth in figures">
      <table className="table">
        <thead>
          <tr>
            <th>{unit}</th>
            <th className="numeric">{symbolText(token0)}</th>
            <th className="numeric">{symbolText(token1)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ lower, upper, held }) => (
            <tr key={lower}>
              <td>
                {priced(lower)} to {priced(upper)}
              </td>
              <td className="numeric">{numberText(held.token0 / 10 ** decimalsOf(token0))}</td>
              <td className="numeric">{numberText(held.token1 / 10 ** decimalsOf(token1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
