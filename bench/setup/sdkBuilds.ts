import { createRequire } from 'node:module'
import type { Percent as PercentType } from '@uniswap/sdk-core'
import type { Pool as PoolType, Position as PositionType } from '@uniswap/v3-sdk'
import * as Tick from '#uniswap/Tick.ts'
import { fitting } from './sdkAnswer.ts'

// The SDKs' module builds do not load in Node; their CommonJS ones do.
const require = createRequire(import.meta.url)
const { Ether, Percent, Token }: typeof import('@uniswap/sdk-core') = require('@uniswap/sdk-core')
const v3: typeof import('@uniswap/v3-sdk') = require('@uniswap/v3-sdk')
const v4: typeof import('@uniswap/v4-sdk') = require('@uniswap/v4-sdk')

export type BuildRequest = { tick: number; tickLower: number; tickUpper: number; amount: bigint }
type Big = PositionType['liquidity']
type Amounts = { amount0: Big; amount1: Big }

export const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const DEADLINE = 1_900_000_000n
export const token0 = new Token(1, '0x1000000000000000000000000000000000000000', 18)
export const token1 = new Token(1, '0x2000000000000000000000000000000000000000', 6)
const NO_HOOKS = '0x0000000000000000000000000000000000000000'
const FEE = 3000
const ether = Ether.onChain(1)
const tolerance = new Percent(50, 10_000)
const ONE = new Percent(1)

/**
 * A v3 creation with the SDK's own parts. Its minima are those of what the manager takes at both tolerated prices, where
 * the SDK by itself bounds each token at one of them.
 */
export function sdkV3({ tick, tickLower, tickUpper, amount }: BuildRequest): string {
  const pool = new v3.Pool(token0, token1, FEE, Tick.toSqrtRatio(tick).toString(), 0, tick)
  const ticks = { tickLower, tickUpper }
  const desired = v3.Position.fromAmount0({ pool, ...ticks, amount0: amount.toString(), useFullPrecision: true })
  const { amount0, amount1 } = desired.mintAmounts
  const takenAt = (at: PoolType): Amounts =>
    v3.Position.fromAmounts({ pool: at, ...ticks, amount0, amount1, useFullPrecision: false }).mintAmounts
  const taken = [pool, moved(pool, ONE.subtract(tolerance)), moved(pool, tolerance.add(1))].map(takenAt)
  return v3.NonfungiblePositionManager.INTERFACE.encodeFunctionData('mint', [
    {
      token0: token0.address,
      token1: token1.address,
      fee: FEE,
      ...ticks,
      amount0Desired: v3.toHex(amount0),
      amount1Desired: v3.toHex(amount1),
      amount0Min: v3.toHex(taken.map((amounts) => amounts.amount0).reduce(lesser)),
      amount1Min: v3.toHex(taken.map((amounts) => amounts.amount1).reduce(lesser)),
      recipient: WALLET,
      deadline: v3.toHex(DEADLINE.toString()),
    },
  ])
}

function moved(pool: PoolType, factor: PercentType): PoolType {
  const { numerator, denominator } = pool.token0Price.asFraction.multiply(factor)
  const ratio = v3.encodeSqrtRatioX96(numerator, denominator)
  return new v3.Pool(token0, token1, FEE, ratio, 0, v3.TickMath.getTickAtSqrtRatio(ratio))
}

function lesser(a: Big, b: Big): Big {
  return BigInt(a.toString()) < BigInt(b.toString()) ? a : b
}

/** A v4 creation of the liquidity that its maxima pay for at both tolerated prices. */
export function sdkV4({ tick, tickLower, tickUpper, amount }: BuildRequest): string {
  const pool = new v4.Pool(ether, token1, FEE, 60, NO_HOOKS, Tick.toSqrtRatio(tick).toString(), 0, tick)
  const ticks = { tickLower, tickUpper }
  const whole = v4.Position.fromAmount0({ pool, ...ticks, amount0: amount.toString(), useFullPrecision: true })
  const position = new v4.Position({ pool, ...ticks, liquidity: fitting(whole, tolerance) })
  return v4.V4PositionManager.addCallParameters(position, {
    slippageTolerance: tolerance,
    deadline: DEADLINE.toString(),
    recipient: WALLET,
    useNative: ether,
    hookData: '0x',
  }).calldata
}
