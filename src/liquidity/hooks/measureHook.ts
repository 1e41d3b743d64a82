/** Pools whose hook takes or gives tokens: only a simulation shows the amounts. */

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

type MeasuredTransaction = {
  readonly wallet: Address
  readonly to: Address
  readonly tokenPair: Pick<TokenPair, 'token0' | 'token1'>
  /** The block that the rest of the answer comes from. */
  readonly block: Block
  readonly payload: Payload
}

export type HookMeasurement = { readonly moved: Amounts } | { readonly failure: Failure }

/** The amounts a deposit takes, before the fees that the same transaction pays out. */
export async function measureDeposit(
  chain: Chain,
  measuring: MeasuredTransaction,
  { approvals, fees }: { approvals: readonly Approval[]; fees: Amounts },
): Promise<HookMeasurement> {
  const measured = await measure(chain, measuring, approvals)
  if ('failure' in measured) return measured
  const [amount0 = 0n, amount1 = 0n] = measured.paid
  return { moved: { amount0: atLeastZero(amount0 + fees.amount0), amount1: atLeastZero(amount1 + fees.amount1) } }
}

/** The amounts a withdrawal pays, fees included. */
export async function measureWithdrawal(chain: Chain, measuring: MeasuredTransaction): Promise<HookMeasurement> {
  const measured = await measure(chain, measuring, [])
  if ('failure' in measured) return measured
  const [amount0 = 0n, amount1 = 0n] = measured.paid
  return { moved: { amount0: atLeastZero(-amount0), amount1: atLeastZero(-amount1) } }
}

function measure(chain: Chain, { tokenPair, ...transaction }: MeasuredTransaction, approvals: readonly Approval[]) {
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  return measureBalanceChanges(chain, { ...transaction, approvals, tokens })
}

function atLeastZero(amount: bigint): bigint {
  return max(amount, 0n)
}
