import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The conditions under which a recipe reverts, in words. */

type Pair = { readonly token0: Token; readonly token1: Token }

export function costGuard(pair: Pair, maxima: Amounts): Warning {
  const message = `It reverts if the liquidity costs more than ${describeAmounts(maxima, pair)}.`
  return { code: 'MAXIMUM_COST', message }
}

export function liquidityGuard(liquidity: bigint): Warning {
  return { code: 'EXACT_LIQUIDITY', message: `It reverts unless it mints a liquidity of exactly ${liquidity}.` }
}

export function minimaGuard(pair: Pair, minima: Amounts): Warning {
  const message = `It reverts if less than ${describeAmounts(minima, pair)} becomes liquidity.`
  return { code: 'MINIMUM_ADDED', message }
}

export function arrivalGuard(pair: Pair, least: Amounts): Warning {
  const message = `It reverts if the position pays out less than ${describeAmounts(least, pair)}.`
  return { code: 'MINIMUM_PAID_OUT', message }
}

export const ownMoneyGuard: Warning = {
  code: 'NOTHING_FROM_WALLET',
  message: 'It reverts rather than take anything from the wallet.',
}
