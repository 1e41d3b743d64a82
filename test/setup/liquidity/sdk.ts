import { type Currency, CurrencyAmount, Percent, Token, WETH9 } from '@uniswap/sdk-core'
import { Pool, Position } from '@uniswap/v3-sdk'
import { Pool as V4Pool, Position as V4Position } from '@uniswap/v4-sdk'
import type fc from 'fast-check'
import { ApiError } from '#core/ApiError.ts'
import { FEES, type pools } from './arbitraries.ts'

/** The SDKs as oracles: the same pool and position in their types. */

export const token0 = new Token(1, '0x1000000000000000000000000000000000000000', 18, 'A')
export const token1 = new Token(1, '0x2000000000000000000000000000000000000000', 6, 'B')
/** The wrapped native token of chain 1; it sorts after `token0`. */
export const weth = WETH9[1] as Token
const NO_HOOKS = '0x0000000000000000000000000000000000000000'

export type PoolCase = typeof pools extends fc.Arbitrary<infer T> ? T : never

export function v3Position(
  { sqrtRatioX96, tick, tickLower, tickUpper, spacing }: PoolCase,
  liquidity: bigint,
  second: Token = token1,
) {
  const pool = new Pool(token0, second, FEES[spacing] ?? 0, sqrtRatioX96.toString(), 0, tick)
  return new Position({ pool, liquidity: liquidity.toString(), tickLower, tickUpper })
}

export function v4Position(
  { sqrtRatioX96, tick, tickLower, tickUpper, spacing }: PoolCase,
  liquidity: bigint,
  first: Currency = token0,
) {
  const pool = new V4Pool(first, token1, 3000, spacing, NO_HOOKS, sqrtRatioX96.toString(), 0, tick)
  return new V4Position({ pool, liquidity: liquidity.toString(), tickLower, tickUpper })
}

// The SDK's own big integers, made through a value it parses itself.
export const jsbi = (value: bigint) => CurrencyAmount.fromRawAmount(token0, value.toString()).quotient
/** A tolerance in hundredths of a basis point, for the SDK and for us. */
export const percent = (slippage: number) => new Percent(slippage, 1_000_000)
export const scaled = (slippage: number) => BigInt(slippage) * 10_000n
export const big = (value: { toString(): string }) => BigInt(value.toString())
export const bigs = ({ amount0, amount1 }: { amount0: { toString(): string }; amount1: { toString(): string } }) => ({
  amount0: big(amount0),
  amount1: big(amount1),
})

/** A plan, or nothing where the amounts are beyond what a pool can hold and are refused. */
export function unlessRefused<Plan>(build: () => Plan): Plan | undefined {
  try {
    return build()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_argument') return undefined
    throw error
  }
}
