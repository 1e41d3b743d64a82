import { getAddress, type Hex, maxUint256, toHex } from 'viem'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'
import type { Execution } from './Delegation.ts'
import { AMOUNT_MAX } from './Grant.ts'
import { read, type Words, write } from './Layout.ts'
import { RERANGE } from './liquidityForms.ts'
import type { Rerange, RerangeOrder } from './Order.ts'
import { rangeOf, wordOfTick } from './rangeWords.ts'

/**
 * The one call of a move. Beyond its range a position holds one token, of which the withdrawal brings exactly `outMin` and the
 * new position takes no more. It settles nothing, so it reverts before it costs the owner a token.
 */
export function rerangeCall({ owner, token, amount, outMin, until, rerange }: RerangeOrder): Execution {
  const { tokenId, key, tickLower, tickUpper, liquidity, side } = rerange
  const [amount0, amount1] = side === 'below' ? [outMin, 0n] : [0n, outMin]
  const moved = { id: tokenId, withdrawn: amount, amount0Min: amount0, amount1Min: amount1 }
  const opened = { tickLower: wordOfTick(tickLower), tickUpper: wordOfTick(tickUpper), liquidity, amount0, amount1 }
  const words = { ...moved, ...opened, ...keyWords(key), owner: BigInt(owner), deadline: until }
  return { to: token, value: 0n, data: write(RERANGE, words) }
}

function keyWords({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): Words {
  const [token0, token1] = [BigInt(currency0), BigInt(currency1)]
  return { token0, token1, fee: BigInt(fee), tickSpacing: BigInt(tickSpacing), hooks: BigInt(hooks) }
}

type Condition = { min: bigint; max: bigint }
type FoundRerange = Pick<RerangeOrder, 'amount' | 'outMin' | 'rerange'>

/** The move that a call and its condition make; undefined for another call. */
export function readRerange(data: Hex, { min, max }: Condition): FoundRerange | undefined {
  const found = read(RERANGE, data)
  if (!found) return undefined
  const word = (name: string) => found[name] ?? 0n
  const [side, boundX96] = max === maxUint256 ? (['above', min] as const) : (['below', max] as const)
  const key = keyOf(found)
  const range = rangeOf(word('tickLower'), word('tickUpper'))
  const liquidity = word('liquidity')
  if (liquidity === 0n || liquidity > AMOUNT_MAX) throw new Error('Not a liquidity.')
  const rerange: Rerange = { tokenId: word('id'), pool: poolIdOf(key), key, ...range, liquidity, side, boundX96 }
  return { amount: word('withdrawn'), outMin: word(side === 'below' ? 'amount0' : 'amount1'), rerange }
}

function keyOf(found: Words): PoolKey {
  const address = (name: string) => getAddress(toHex(found[name] ?? 0n, { size: 20 }))
  const number = (name: string) => Number(found[name] ?? 0n)
  return {
    ...{ currency0: address('token0'), currency1: address('token1'), hooks: address('hooks') },
    ...{ fee: number('fee'), tickSpacing: number('tickSpacing') },
  }
}

/** Units of the other token that the new position becomes if the price comes back through all of its range. */
export function soldFor({ side, liquidity, ...range }: Rerange): bigint {
  const bounds = Liquidity.boundsOf(range)
  return side === 'below'
    ? Liquidity.amount1Down(bounds.upperX96, bounds, liquidity)
    : Liquidity.amount0Down(bounds.lowerX96, bounds, liquidity)
}
