import { type Address, getAddress, type Hex, slice, toHex } from 'viem'

/** The parameters of an exact-in swap in one pool. */
export type Swap = {
  readonly currency0: Address
  readonly currency1: Address
  readonly fee: bigint
  readonly tickSpacing: bigint
  readonly hooks: Address
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
}

const WORDS = 12
/** Older routers read the tenth word as the offset of the hook data, newer ones read the eleventh. */
const HOOK_DATA_OFFSET = 320n

/** Reads the one encoding that every version of Universal Router reads alike, with no hook data; throws for others. */
export function decodeSwap(data: Hex): Swap {
  if (data.length !== 2 + WORDS * 64) throw new Error('The swap has an unexpected length.')
  const words = Array.from({ length: WORDS }, (_, index) => BigInt(slice(data, index * 32, index * 32 + 32)))
  const [tuple, currency0, currency1, fee, tickSpacing, hooks, direction, amountIn, minimum, older, newer, empty] =
    words as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
  const isPlain = tuple === 32n && older === HOOK_DATA_OFFSET && newer === HOOK_DATA_OFFSET && empty === 0n
  const isSmall = direction <= 1n && fee < 2n ** 24n && tickSpacing < 2n ** 23n && amountIn < 2n ** 128n
  if (!isPlain || !isSmall || minimum >= 2n ** 128n) throw new Error('The swap has an unexpected encoding.')
  return {
    currency0: toAddress(currency0),
    currency1: toAddress(currency1),
    fee,
    tickSpacing,
    hooks: toAddress(hooks),
    zeroForOne: direction === 1n,
    amountIn,
    amountOutMinimum: minimum,
  }
}

// `toHex` refuses a number that does not fit, so an address with bits above it is refused.
function toAddress(word: bigint): Address {
  return getAddress(toHex(word, { size: 20 }))
}
