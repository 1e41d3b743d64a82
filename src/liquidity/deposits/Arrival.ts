import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Growth } from '#uniswap/Fees.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The effect of an earlier transaction of the same answer: tokens reach the wallet, and a swap moves the price. */
export type Arrival = {
  readonly amounts: Amounts
  readonly sqrtRatioX96?: bigint | undefined
  /** The fees that the swap pays to each unit of liquidity of the position, times 2^128. */
  readonly growth?: Growth | undefined
  /** All that the deposit adds, and nothing else. */
  readonly added?: Amounts
}

/** The wallet as the next transaction finds it. */
export function afterArrival<Read extends Pick<Snapshot<unknown>, 'holdings' | 'nativeBalance'>>(
  read: Read,
  { native }: TokenPair,
  arrival: Arrival | undefined,
): Read {
  if (!arrival) return read
  const { amount0, amount1 } = arrival.amounts
  const holdings = read.holdings.map((holding, index) => ({
    ...holding,
    balance: holding.balance + ([amount0, amount1][index] ?? 0n),
  }))
  const arriving = native && (native === 'token0' ? amount0 : amount1)
  return { ...read, holdings, nativeBalance: read.nativeBalance + (arriving ?? 0n) }
}
