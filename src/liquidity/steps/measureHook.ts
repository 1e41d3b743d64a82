/** Pools whose hook takes or gives tokens of its own: only running the transaction tells what moves. */

import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { Approval } from './Approval.ts'
import type { Failure } from './explainRevert.ts'
import { measureBalanceChanges } from './measureBalanceChanges.ts'
import type { TokenPair } from './TokenPair.ts'

const UNLIMITED = (1n << 128n) - 1n

export type HookMeasurement = { readonly shown?: Amounts; readonly failure?: Failure }

type Measuring = {
  readonly wallet: Address
  readonly to: Address
  readonly tokenPair: TokenPair
  /** The block in which to try, that of everything else in the answer. */
  readonly block: Block
  /** Fees that the same transaction pays to the wallet. */
  readonly fees: Amounts
}

/** What a deposit takes beside the fees it pays out. */
export async function measureDeposit(
  chain: Chain,
  { wallet, to, tokenPair, block, fees }: Measuring,
  {
    approvals,
    nativeBalance,
    build,
  }: { approvals: readonly Approval[]; nativeBalance: bigint; build: (maxima: Amounts) => Payload },
): Promise<HookMeasurement> {
  const payload = build({ amount0: tokenPair.native ? nativeBalance : UNLIMITED, amount1: UNLIMITED })
  const measured = await measureBalanceChanges(chain, {
    wallet,
    to,
    payload,
    approvals,
    tokens: [tokenPair.token0, tokenPair.token1],
    block,
  })
  if ('failure' in measured) return measured
  const { amount0, amount1 } = measured.paid
  return { shown: { amount0: atLeastZero(amount0 + fees.amount0), amount1: atLeastZero(amount1 + fees.amount1) } }
}

/** What a withdrawal pays, fees and all. */
export async function measureWithdrawal(
  chain: Chain,
  { wallet, to, tokenPair, block }: Omit<Measuring, 'fees'>,
  build: (minima: Amounts) => Payload,
): Promise<HookMeasurement> {
  const payload = build({ amount0: 0n, amount1: 0n })
  const measured = await measureBalanceChanges(chain, {
    wallet,
    to,
    payload,
    approvals: [],
    tokens: [tokenPair.token0, tokenPair.token1],
    block,
  })
  if ('failure' in measured) return measured
  const { amount0, amount1 } = measured.paid
  return { shown: { amount0: atLeastZero(-amount0), amount1: atLeastZero(-amount1) } }
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}
