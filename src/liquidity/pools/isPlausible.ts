import { MAX_UINT128 } from '#core/bigint.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'

const TICK = BigInt(Tick.MAX)
const RESERVE = (1n << 112n) - 1n

/**
 * The largest magnitude of the values that a lens returns, by field. Amounts that follow from smaller values fit into a
 * word.
 */
const LARGEST: Readonly<Record<string, bigint>> = {
  sqrtPriceX96: SqrtPrice.MAX,
  liquidity: MAX_UINT128,
  owed0: MAX_UINT128,
  owed1: MAX_UINT128,
  reserve0: RESERVE,
  reserve1: RESERVE,
  tick: TICK,
  tickLower: TICK,
  tickUpper: TICK,
  decimals: 255n,
}

/** Whether contracts can return a decoded answer; decoding does not check the width of every number. */
export function isPlausible(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true
  if (!isOrdered(answer) || !isIssued(answer)) return false
  return Object.entries(answer).every(([field, value]) => isSmall(value, LARGEST[field]) && isPlausible(value))
}

/** A position that does not exist has two equal ticks. */
function isOrdered({ tickLower, tickUpper }: { tickLower?: number; tickUpper?: number }): boolean {
  return tickLower === undefined || tickUpper === undefined || tickLower <= tickUpper
}

type Shares = { totalSupply?: bigint; walletLiquidity?: bigint; strayLiquidity?: bigint }

/** No account holds more of a pair's liquidity than exists. */
function isIssued({ totalSupply, walletLiquidity = 0n, strayLiquidity = 0n }: Shares): boolean {
  return totalSupply === undefined || walletLiquidity + strayLiquidity <= totalSupply
}

function isSmall(value: unknown, largest: bigint | undefined): boolean {
  if (largest === undefined || (typeof value !== 'bigint' && typeof value !== 'number')) return true
  return value <= largest && value >= -largest
}
