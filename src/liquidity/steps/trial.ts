/** Pools whose hook takes or gives tokens of its own: only running the transaction tells what moves. */

import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Payload } from '#liquidity/calldata/words.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { Approval } from './approvals.ts'
import { measure } from './measure.ts'
import type { Failure } from './reverts.ts'
import type { Sides } from './sides.ts'

const UNLIMITED = (1n << 128n) - 1n

export type Trial = { readonly shown?: Amounts; readonly failure?: Failure }

type Setting = {
  readonly wallet: Address
  readonly to: Address
  readonly sides: Sides
  /** The block in which to try, that of everything else in the answer. */
  readonly block: Block
  /** Fees that the same transaction pays to the wallet. */
  readonly fees: Amounts
}

/** What a deposit takes beside the fees it pays out. */
export async function trialDeposit(
  chain: Chain,
  { wallet, to, sides, block, fees }: Setting,
  {
    approvals,
    nativeBalance,
    build,
  }: { approvals: readonly Approval[]; nativeBalance: bigint; build: (maxima: Amounts) => Payload },
): Promise<Trial> {
  const payload = build({ amount0: sides.native ? nativeBalance : UNLIMITED, amount1: UNLIMITED })
  const measured = await measure(chain, { wallet, to, payload, approvals, tokens: [sides.token0, sides.token1], block })
  if ('failure' in measured) return measured
  const { amount0, amount1 } = measured.paid
  return { shown: { amount0: atLeastZero(amount0 + fees.amount0), amount1: atLeastZero(amount1 + fees.amount1) } }
}

/** What a withdrawal pays, fees and all. */
export async function trialWithdrawal(
  chain: Chain,
  { wallet, to, sides, block }: Omit<Setting, 'fees'>,
  build: (minima: Amounts) => Payload,
): Promise<Trial> {
  const payload = build({ amount0: 0n, amount1: 0n })
  const measured = await measure(chain, {
    wallet,
    to,
    payload,
    approvals: [],
    tokens: [sides.token0, sides.token1],
    block,
  })
  if ('failure' in measured) return measured
  const { amount0, amount1 } = measured.paid
  return { shown: { amount0: atLeastZero(-amount0), amount1: atLeastZero(-amount1) } }
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}
