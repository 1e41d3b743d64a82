/**
 * ABI words written by hand: each encoder writes the fixed layout of its function as hex digits, without traversing a
 * schema.
 */

import { type Address, type Hex, toFunctionSelector, zeroAddress } from 'viem'

const ZEROS = '0'.repeat(64)

/** A transaction's payload before it has a sender. */
export type Payload = { readonly data: Hex; readonly value: bigint }

/** The selector of a function signature such as `burn(uint256)`, without prefix. Computed once, at load. */
export function selector(signature: string): string {
  return toFunctionSelector(`function ${signature}`).slice(2)
}

const MULTICALL = selector('multicall(bytes[])')

/** An unsigned word; throws for a value that does not fit. */
export function uint(value: bigint | number): string {
  const digits = value.toString(16)
  if (value < 0 || digits.length > 64) throw new RangeError(`${value} is not an unsigned word.`)
  return ZEROS.slice(digits.length) + digits
}

/** A signed word in two's complement. */
export function int(value: number): string {
  if (value >= 0) return uint(value)
  if (value < -(2 ** 23)) throw new RangeError(`${value} is not a tick or spacing.`)
  return `ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff${(2 ** 24 + value).toString(16)}`
}

const addresses = new Map<Address, string>([[zeroAddress, ZEROS]])

/** An address as a word. Cached, because the same few occur in every transaction. */
export function address(value: Address): string {
  const known = addresses.get(value)
  if (known !== undefined) return known
  const word = ['000000000000000000000000', value.slice(2).toLowerCase()].join('')
  if (addresses.size >= 10_000) addresses.clear()
  addresses.set(value, word)
  return word
}

/** Length and padded content of `bytes`, given as hex digits without prefix. */
export function bytes(digits: string): string {
  const odd = digits.length % 64
  return uint(digits.length / 2) + digits + (odd === 0 ? '' : ZEROS.slice(odd))
}

/** Length, offsets and contents of `bytes[]`. */
export function bytesArray(items: readonly string[]): string {
  let offsets = ''
  let contents = ''
  for (const item of items) {
    offsets += uint(items.length * 32 + contents.length / 2)
    contents += bytes(item)
  }
  return uint(items.length) + offsets + contents
}

/** One call as it is, several as `multicall(bytes[])`, which the v3 and v4 position managers share. */
export function multicall(calls: readonly string[]): Hex {
  const [only] = calls
  if (only !== undefined && calls.length === 1) return flat('0x', only)
  return flat('0x', MULTICALL, uint(32), bytesArray(calls))
}

// join() gives a flat string; `+` would leave a V8 rope that is flattened on every read.
function flat(...parts: readonly string[]): Hex {
  return parts.join('') as Hex
}
