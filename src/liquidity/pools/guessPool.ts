import { type Address, encodeAbiParameters, getCreate2Address, keccak256, pad, parseAbiParameters, toHex } from 'viem'
import { toAddress } from '#core/wire.ts'

const ZKSYNC = 324
const POOL_CODE_HASH = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const ZKSYNC_POOL_CODE_HASH = '0x010013f177ea1fcbc4520f9a3ca7cd2d1d77959e05aa66484027cb38e712aeed'

type Key = { readonly token0: Address; readonly token1: Address; readonly fee: number }

/** Where a v3 factory put a pool by the rule of its chain: saves a round trip, and the factory is asked all the same. */
export function guessPool(chainId: number, factory: Address, { token0, token1, fee }: Key): Address {
  const salt = keccak256(encodeAbiParameters(parseAbiParameters('address, address, uint24'), [token0, token1, fee]))
  if (chainId !== ZKSYNC) return getCreate2Address({ from: factory, salt, bytecodeHash: POOL_CODE_HASH })
  const prefix = keccak256(toHex('zksyncCreate2')).slice(2)
  const digits = `${pad(factory).slice(2)}${salt.slice(2)}${ZKSYNC_POOL_CODE_HASH.slice(2)}${keccak256('0x').slice(2)}`
  return toAddress(`0x${keccak256(`0x${prefix}${digits}`).slice(-40)}`)
}
