import type { Chain } from '#chain/Chain.ts'
import { describeRange } from '#liquidity/answer/describe.ts'
import { describeGuard, type PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import { named } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

type Position = {
  readonly id: bigint
  readonly tickLower: number
  readonly tickUpper: number
  readonly token0: Token
  readonly token1: Token
}
type Compounded = {
  readonly protocol: 'V3' | 'V4'
  readonly amounts: Amounts
  readonly rest: Amounts
  readonly price: PriceGuard
}

export function describeCompound(chain: Chain, position: Position, { protocol, amounts, rest, price }: Compounded) {
  const pair = [position.token0, position.token1] as const
  return (
    `Compound ${protocol} position ${position.id} on ${named(chain.facts)}: ` +
    `add ${describeAmounts(amounts, position)} of its fees to range ${describeRange(position, pair)}, ` +
    `receive the rest of ${describeAmounts(rest, position)}.${describeGuard(price, pair)}`
  )
}
