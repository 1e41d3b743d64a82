import type { Chain } from '#chain/Chain.ts'
import { describeRange, describeRate } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { describeGuard, type PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import { named } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Range } from '#liquidity/request/Range.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The percentage of the value above which the rest causes a warning. */
const LARGE_PERCENT = 5

type Position = {
  readonly id: bigint
  readonly tickLower: number
  readonly tickUpper: number
  readonly sqrtRatioX96: bigint
  readonly token0: Token
  readonly token1: Token
}
type Moved = {
  readonly protocol: 'V3' | 'V4'
  readonly range: Range
  readonly amounts: Amounts
  readonly rest: Amounts
  readonly price: PriceGuard
  /** The fee of the pool that it moves to, where that is another one. */
  readonly fee?: number | undefined
  /** Default: 100. */
  readonly percent?: number | undefined
}

export function describeRerange(chain: Chain, position: Position, moved: Moved): string {
  const { protocol, range, amounts, rest, price, fee, percent = 100 } = moved
  const place = fee === undefined ? '' : `the pool with ${describeRate(fee)}, `
  const pair = [position.token0, position.token1] as const
  const left = protocol === 'V3' && percent === 100 ? ` Position ${position.id} remains, empty.` : ''
  return (
    `Move ${percent === 100 ? '' : `${percent} % of `}${protocol} position ${position.id} on ${named(chain.facts)} from ticks ${position.tickLower} to ${position.tickUpper} ` +
    `to ${place}range ${describeRange(range, pair, range.quote)}: add ${describeAmounts(amounts, position)}, ` +
    `receive the rest of ${describeAmounts(rest, position)}.${left}${describeGuard(price, pair)}`
  )
}

/** Warns of a part of the position that the new range cannot hold without a swap. */
export function restWarnings(
  { sqrtRatioX96 }: Pick<Position, 'sqrtRatioX96'>,
  { amounts, rest }: Pick<Moved, 'amounts' | 'rest'>,
): Warning[] {
  const price = (Number(sqrtRatioX96) / 2 ** 96) ** 2
  const worth = ({ amount0, amount1 }: Amounts) => Number(amount0) * price + Number(amount1)
  const percent = (100 * worth(rest)) / (worth(rest) + worth(amounts))
  if (percent < LARGE_PERCENT) return []
  const message = `${percent.toFixed(1)} % of the position's value does not fit the new range without a swap, and is paid to the wallet.`
  return [{ code: 'LARGE_REST', message }]
}
