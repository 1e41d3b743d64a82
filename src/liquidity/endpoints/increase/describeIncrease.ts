import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { describeAmount, describeRange } from '#liquidity/answer/describe.ts'
import { describeGuard, type PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import { named } from '#liquidity/deployment.ts'
import { type Deposit, describeDeposit, pairOf } from '#liquidity/deposits/Deposit.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

type Increased = {
  readonly protocol: 'V3' | 'V4'
  readonly position: { readonly id: bigint; readonly tickLower: number; readonly tickUpper: number }
  readonly price: PriceGuard | undefined
  /** Fees that the same transaction pays out. */
  readonly fees?: Amounts
  readonly hooks?: Address
}

export function describeIncrease(chain: Chain, deposit: Deposit, increased: Increased): string {
  const { protocol, position, price, fees, hooks = zeroAddress } = increased
  const hook = hooks === zeroAddress ? '' : ` with hook ${hooks}`
  const pair = pairOf(deposit)
  const paidOut = fees
    ? `; its fees of ${describeAmount(fees.amount0, pair[0])} and ${describeAmount(fees.amount1, pair[1])} are deducted from that`
    : ''
  return (
    `Add to ${protocol} position ${position.id}${hook} on ${named(chain.facts)}: pay ${describeDeposit(chain, deposit)}, ` +
    `range ${describeRange(position, pair)}${paidOut}.${price ? describeGuard(price, pair) : ''}`
  )
}
