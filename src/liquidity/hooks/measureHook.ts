/** Pools whose hook takes or gives tokens of its own: only running the transaction tells what moves. */

import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { max } from '#core/bigint.ts'
import type { Failure } from '#liquidity/answer/explainRevert.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { measureBalanceChanges } from './measureBalanceChanges.ts'

type Measuring = {
  readonly wallet: Address
  readonly to: Address
  readonly tokenPair: Pick<TokenPair, 'token0' | 'token1'>
  /** The block in which to run it, that of everything else in the answer. */
  readonly block: Block
  readonly payload: Payload
}

export type HookMeasurement = { readonly moved: Amounts } | { readonly failure: Failure }

/** What a deposit takes, the fees that the same transaction pays out not counted against it. */
export async function measureDeposit(
  chain: Chain,
  measuring: Measuring,
  { approvals, fees }: { approvals: readonly Approval[]; fees: Amounts },
): Promise<HookMeasurement> {
  const measured = await measure(chain, measuring, approvals)
  if ('failure' in measured) return measured
  const [amount0 = 0n, amount1 = 0n] = measured.paid
  return { moved: { amount0: atLeastZero(amount0 + fees.amount0), amount1: atLeastZero(amount1 + fees.amount1) } }
}

/** What a withdrawal pays, fees and all. */
export async function measureWithdrawal(chain: Chain, measuring: Measuring): Promise<HookMeasurement> {
  const measured = await measure(chain, measuring, [])
  if ('failure' in measured) return measured
  const [amount0 = 0n, amount1 = 0n] = measured.paid
  return { moved: { amount0: atLeastZero(-amount0), amount1: atLeastZero(-amount1) } }
}

function measure(chain: Chain, { tokenPair, ...transaction }: Measuring, approvals: readonly Approval[]) {
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  return measureBalanceChanges(chain, { ...transaction, approvals, tokens })
}

function atLeastZero(amount: bigint): bigint {
  return max(amount, 0n)
}
