import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { describeRange, describeRate } from '#liquidity/answer/describe.ts'
import { describeGuard, type PriceGuard } from '#liquidity/answer/PriceGuard.ts'
import { named } from '#liquidity/deployment.ts'
import { type Deposit, describeDeposit, pairOf } from '#liquidity/deposits/Deposit.ts'
import type { Range } from '#liquidity/request/Range.ts'

type Created = {
  readonly protocol: 'V3' | 'V4'
  readonly range: Range
  readonly price: PriceGuard | undefined
  readonly fee: number
  readonly hooks?: Address
  readonly isNew: boolean
}

export function describeCreate(chain: Chain, deposit: Deposit, created: Created): string {
  const { protocol, range, price, fee, hooks = zeroAddress, isNew } = created
  const pair = pairOf(deposit)
  const hook = hooks === zeroAddress ? '' : ` and hook ${hooks}`
  return (
    `Create a ${protocol} position on ${named(chain.facts)}: pay ${describeDeposit(chain, deposit)} into the ` +
    `${isNew ? 'new ' : ''}pool with ${describeRate(fee)}${hook}, ${describeRange(range, pair, range.quote)}.` +
    (price ? describeGuard(price, pair) : '')
  )
}
