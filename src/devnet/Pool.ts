import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  getCreate2Address,
  type Hex,
  keccak256,
  zeroAddress,
} from 'viem'
import { V2_FACTORY, V3_FACTORY } from './addresses.ts'
import { PAIR_INIT_CODE_HASH, POOL_INIT_CODE_HASH } from './deployments.ts'
import type { PoolSeed } from './poolSeeds.ts'

/** A seed with its tokens in the order of the protocols. */
export type Pool = Omit<PoolSeed, 'amounts'> & { token0: Address; token1: Address; amount0: bigint; amount1: bigint }

export type PoolKey = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address }

const MAX_TICK = 887_272
const NARROW_TICKS = 2_000

export function fromSeed({ amounts, ...seed }: PoolSeed): Pool {
  const [a, b] = amounts
  const [first, second] = BigInt(a.token) < BigInt(b.token) ? [a, b] : [b, a]
  return { ...seed, token0: first.token, token1: second.token, amount0: first.amount, amount1: second.amount }
}

/** The pool's address on v2 and v3, its id on v4. */
export function reference(pool: Pool): Hex {
  if (pool.protocol === 'V4') return keccak256(encodeAbiParameters(POOL_KEY, [key(pool)]))
  if (pool.protocol === 'V3') return v3Address(pool)
  const salt = keccak256(encodePacked(['address', 'address'], [pool.token0, pool.token1]))
  return getCreate2Address({ from: V2_FACTORY, salt, bytecodeHash: PAIR_INIT_CODE_HASH })
}

function v3Address({ token0, token1, fee }: Pool): Address {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  const salt = keccak256(encodeAbiParameters(types, [token0, token1, fee]))
  return getCreate2Address({ from: V3_FACTORY, salt, bytecodeHash: POOL_INIT_CODE_HASH })
}

export function key({ token0, token1, fee, tickSpacing, hooks = zeroAddress }: Pool): PoolKey {
  return { currency0: token0, currency1: token1, fee, tickSpacing, hooks }
}

/** The starting price: the square root of token1 per token0, times 2^96, rounded down. */
export function sqrtPriceX96({ amount0, amount1 }: Pool): bigint {
  return squareRoot((amount1 << 192n) / amount0)
}

/** The liquidity that holds the pool's amounts over the whole range. */
export function liquidity({ amount0, amount1 }: Pool): bigint {
  return squareRoot(amount0 * amount1)
}

export function fullRange({ tickSpacing }: Pool): [lower: number, upper: number] {
  const limit = Math.floor(MAX_TICK / tickSpacing) * tickSpacing
  return [-limit, limit]
}

/** Some twenty percent to either side of the starting price. */
export function narrowRange({ amount0, amount1, tickSpacing }: Pool): [lower: number, upper: number] {
  const tick = Math.log(Number(amount1) / Number(amount0)) / Math.log(1.0001)
  const middle = Math.round(tick / tickSpacing) * tickSpacing
  const width = Math.ceil(NARROW_TICKS / tickSpacing) * tickSpacing
  return [middle - width, middle + width]
}

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

export const POOL_KEY = [
  {
    type: 'tuple',
    components: [
      { name: 'currency0', type: 'address' },
      { name: 'currency1', type: 'address' },
      { name: 'fee', type: 'uint24' },
      { name: 'tickSpacing', type: 'int24' },
      { name: 'hooks', type: 'address' },
    ],
  },
] as const
