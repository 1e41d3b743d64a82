import { type Address as ViemAddress, type Hex as ViemHex, zeroAddress } from 'viem'
import { z } from 'zod'
import { MAX_UINT256 } from '#core/bigint.ts'
import { checksumAddress } from '#core/checksumAddress.ts'
import { createTextCache } from '#core/createTextCache.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { toIso } from '#core/toIso.ts'

/** The 25 supported chains, in the order of the specification. */
export const CHAIN_IDS = [
  1,
  10,
  56,
  130,
  137,
  143,
  196,
  324,
  480,
  1868,
  4217,
  4326,
  LAUNCH_CHAIN_ID,
  5042,
  8453,
  10143,
  42161,
  42220,
  43114,
  59144,
  81457,
  7777777,
  1301,
  84532,
  11155111,
] as const

export type ChainId = (typeof CHAIN_IDS)[number]

const checksummed = createTextCache<ViemAddress>(32_768)

/** The checksummed address; cached, because a checksum costs a hash. */
export function toAddress(value: string): ViemAddress {
  const known = checksummed.get(value)
  if (known) return known
  const address = checksumAddress(value.toLowerCase() as ViemAddress)
  // Most addresses are written more than once: as they are stored, and checksummed.
  checksummed.set(value, address)
  checksummed.set(address, address)
  return address
}

export const Address = z
  .codec(
    z.string().regex(/^0x[a-fA-F0-9]{40}$/, 'must be 0x followed by 40 hexadecimal digits'),
    z.custom<ViemAddress>(),
    { decode: toAddress, encode: toAddress },
  )
  .meta({ description: 'An account or contract address; the zero address is native ETH.' })

/**
 * The account that signs and receives. The zero address has no owner, but contracts may treat it as one: a token
 * without an approval counts as approved for it, and anyone may be able to take the tokens paid to it.
 */
export const Wallet = Address.refine(
  (address) => address !== zeroAddress,
  'must be the account that signs, not the zero address',
).meta({ description: 'The account that signs and receives.' })

/** 2^256 - 1 has 78 digits; no token amount is longer. */
export const Amount = z
  .codec(
    z
      .string()
      .regex(/^[0-9]{1,78}$/, { error: 'must be a whole number of smallest units, digits only', abort: true })
      .refine((digits) => digits.length < 78 || BigInt(digits) <= MAX_UINT256, 'must be at most 2^256 - 1'),
    z.bigint(),
    { decode: BigInt, encode: String },
  )
  .meta({ description: 'An amount in the smallest unit, as a string of digits.' })

export const Hex = z
  .codec(z.string().regex(/^0x([a-fA-F0-9]{2})*$/, 'must be 0x followed by whole bytes'), z.custom<ViemHex>(), {
    decode: (value) => value as ViemHex,
    encode: (value) => value,
  })
  .meta({ description: 'Bytes as 0x-prefixed hexadecimal.' })

export const ChainId = z
  .literal(CHAIN_IDS, { error: () => `must be one of ${CHAIN_IDS.join(', ')}` })
  .meta({ description: 'A supported chain id.' })

/** ISO 8601 in UTC on the wire, a `Date` in code. */
export const Timestamp = z
  .codec(z.iso.datetime({ error: 'must be a UTC date and time, such as 2030-01-31T12:00:00Z' }), z.date(), {
    decode: (value) => new Date(value),
    encode: toIso,
  })
  .meta({ description: 'Date and time, ISO 8601 in UTC.' })
