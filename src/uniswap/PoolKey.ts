import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'

/** The identity of a v4 pool; its hash is the pool's id. */
export type PoolKey = {
  readonly currency0: Address
  readonly currency1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly hooks: Address
}

const PARAMETERS = [
  { type: 'address' },
  { type: 'address' },
  { type: 'uint24' },
  { type: 'int24' },
  { type: 'address' },
] as const

export function poolIdOf({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): Hex {
  return keccak256(encodeAbiParameters(PARAMETERS, [currency0, currency1, fee, tickSpacing, hooks]))
}
