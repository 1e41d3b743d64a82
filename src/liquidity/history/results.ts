import { minus, NOTHING, plus } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { Move, PositionName } from './Move.ts'

export type Sums = { deposited: Amounts; withdrawn: Amounts; fees: Amounts }

/** Values in the smallest unit of one token, at the current price. */
export type Result = {
  /** The value of all deposits if they had been held instead. */
  heldValue: bigint
  /** The value of the position and of all withdrawals, without fees. */
  positionValue: bigint
  feesValue: bigint
  lossAgainstHolding: bigint
  net: bigint
}

const Q192 = 1n << 192n

type History = { protocol: PositionName['protocol']; moves: readonly Move[]; uncollected: Amounts }

/** The sums over all changes. Fees include those paid out and those not yet collected. */
export function sumsOf({ protocol, moves, uncollected }: History): Sums {
  const sum = (kind: Move['kind']) => moves.filter((move) => move.kind === kind).reduce(plus, NOTHING)
  const withdrawn = sum('withdrawal')
  const owedOrPaid = plus(sum(protocol === 'V3' ? 'collection' : 'fees'), uncollected)
  // A v3 position owes the withdrawn amounts together with its fees.
  return { deposited: sum('deposit'), withdrawn, fees: protocol === 'V3' ? minus(owedOrPaid, withdrawn) : owedOrPaid }
}

/** The result valued in one of the two tokens. */
export function resultIn(
  token: 0 | 1,
  { deposited, withdrawn, fees }: Sums,
  { holds, sqrtRatioX96 }: { holds: Amounts; sqrtRatioX96: bigint },
): Result {
  const worth = (amounts: Amounts) => worthIn(token, amounts, sqrtRatioX96)
  const [heldValue, positionValue, feesValue] = [worth(deposited), worth(plus(holds, withdrawn)), worth(fees)]
  return {
    heldValue,
    positionValue,
    feesValue,
    lossAgainstHolding: heldValue - positionValue,
    net: positionValue + feesValue - heldValue,
  }
}

function worthIn(token: 0 | 1, { amount0, amount1 }: Amounts, sqrtRatioX96: bigint): bigint {
  const priceX192 = sqrtRatioX96 * sqrtRatioX96
  return token === 1 ? (amount0 * priceX192) / Q192 + amount1 : amount0 + (amount1 * Q192) / priceX192
}
