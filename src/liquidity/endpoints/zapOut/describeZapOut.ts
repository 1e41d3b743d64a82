import type { Chain } from '#chain/Chain.ts'
import { describeAmount, describeToken } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { describeGuard, type PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import { named } from '#liquidity/deployment.ts'
import type { ZapOutPlan } from '#liquidity/plans/ZapOut.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'

type ZappedOut = {
  readonly plan: ZapOutPlan
  readonly percent: number
  readonly paid: Token
  readonly received: Token
  /** Absent if fees alone are swapped: no liquidity bounds the price then. */
  readonly price: PriceGuard | undefined
}

export function describeZapOut(chain: Chain, position: V3Position, zapped: ZappedOut): string {
  const { id, token0, token1 } = position
  const { plan, percent, paid, received, price } = zapped
  const left = percent === 100 ? ` Position ${id} remains, empty.` : ''
  const [part, how] =
    percent === 0 ? ['the fees of', 'collect them'] : [`${percent} % of`, 'remove it with all its fees']
  return (
    `Turn ${part} V3 position ${id} on ${named(chain.facts)} into ${describeToken(received)}: ${how}, ` +
    `swap ${describeAmount(plan.amountIn, paid)} for ${describeAmount(plan.expectedOut, received)}, and receive ` +
    `${describeAmount(plan.total, received)} in all, at least ${describeAmount(plan.minimum, received)}.` +
    `${left}${price ? describeGuard(price, [token0, token1]) : ''}`
  )
}

export function totalGuard({ minimum }: ZapOutPlan, received: Token): Warning {
  const message = `It reverts if less than ${describeAmount(minimum, received)} reaches the wallet, liquidity, fees and swap together.`
  return { code: 'MINIMUM_RECEIVED', message }
}
