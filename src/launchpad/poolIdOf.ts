import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters, zeroAddress } from 'viem'
import { pool } from './Curve.ts'

const KEY = parseAbiParameters('address, address, uint24, int24, address')

/** The id of the Uniswap v4 pool that a token graduates, or has graduated, into. */
export function poolIdOf(token: string, factory: string): Hex {
  return keccak256(
    encodeAbiParameters(KEY, [zeroAddress, token as Address, pool.fee, pool.tickSpacing, factory as Address]),
  )
}
