import { type Address, type Hex, zeroAddress } from 'viem'
import * as PoolKey from '#uniswap/PoolKey.ts'
import { pool } from './Curve.ts'

/** The id of the Uniswap v4 pool that a token graduates into. */
export function poolIdOf(token: string, factory: string): Hex {
  return PoolKey.poolIdOf({
    currency0: zeroAddress,
    currency1: token as Address,
    fee: pool.fee,
    tickSpacing: pool.tickSpacing,
    hooks: factory as Address,
  })
}
