/** Addresses that factories give to pools, recomputed so that a provider need not be trusted with them. */

import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  getCreate2Address,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  toHex,
} from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'

const ZKSYNC = 324
const PAIR_CODE_HASH = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const POOL_CODE_HASH = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const ZKSYNC_POOL_CODE_HASH = '0x010013f177ea1fcbc4520f9a3ca7cd2d1d77959e05aa66484027cb38e712aeed'

type Pair = { readonly token0: Address; readonly token1: Address }

export function v3PoolAddress(chainId: number, factory: Address, key: Pair & { readonly fee: number }): Address {
  const { token0, token1, fee } = key
  const salt = keccak256(encodeAbiParameters(parseAbiParameters('address, address, uint24'), [token0, token1, fee]))
  if (chainId !== ZKSYNC) return getCreate2Address({ from: factory, salt, bytecodeHash: POOL_CODE_HASH })
  const prefix = keccak256(toHex('zksyncCreate2')).slice(2)
  const digits = `${pad(factory).slice(2)}${salt.slice(2)}${ZKSYNC_POOL_CODE_HASH.slice(2)}${keccak256('0x').slice(2)}`
  return toAddress(`0x${keccak256(`0x${prefix}${digits}`).slice(-40)}`)
}

/** The address of a v2 pair, existing or not; its tokens in the order of their addresses. */
export function v2PairAddress(factory: Address, { token0, token1 }: Pair): Address {
  const salt = keccak256(encodePacked(['address', 'address'], [token0, token1]))
  return getCreate2Address({ from: factory, salt, bytecodeHash: PAIR_CODE_HASH })
}

/** Refuses an answer of the provider that does not match what can be computed without it. */
export function requireEqual(what: string, found: Address | Hex, computed: Address | Hex): void {
  if (found.toLowerCase() === computed.toLowerCase()) return
  throw new ApiError(
    'unavailable',
    `The chain's provider returned ${what} ${found}, which does not match the computed ${computed}. Try again, or use another provider.`,
  )
}
