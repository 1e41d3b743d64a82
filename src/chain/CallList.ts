import type { Address, Hex } from 'viem'
import { malformed } from './JsonRpc.ts'

/** Hexadecimal digits in an ABI word. */
const WORD = 64

/** Encodes a call with a list of (address, word, bytes), such as Multicall3's; several times faster than a general encoder. */
export function encode(selector: Hex, calls: readonly { to: Address; word: bigint; data: Hex }[]): Hex {
  const tails = calls.map(encodeCall)
  let offset = calls.length * 32
  const heads = tails.map((tail) => {
    const head = hex(offset)
    offset += tail.length / 2
    return head
  })
  return `${selector}${hex(32)}${hex(calls.length)}${heads.join('')}${tails.join('')}`
}

/** Decodes a list of `count` entries of `wordCount` words and bytes; refuses anything else. */
export function decode(data: Hex, count: number, wordCount: number): { words: bigint[]; data: Hex }[] {
  const body = data.slice(2)
  const list = position(body, 0)
  if (position(body, list) !== count * 2) throw malformed('the list has an unexpected number of entries')
  const heads = list + WORD
  return Array.from({ length: count }, (_, index) => {
    const entry = body.slice(heads + position(body, heads + index * WORD))
    const words = Array.from({ length: wordCount }, (_word, at) => BigInt(`0x${wordAt(entry, at * WORD)}`))
    return { words, data: bytesAt(entry, position(entry, wordCount * WORD)) }
  })
}

function encodeCall({ to, word, data }: { to: Address; word: bigint; data: Hex }): string {
  const bytes = data.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / WORD) * WORD, '0')
  return `${to.slice(2).toLowerCase().padStart(WORD, '0')}${hex(word)}${hex(96)}${hex(bytes.length / 2)}${padded}`
}

function hex(value: number | bigint): string {
  return value.toString(16).padStart(WORD, '0')
}

function bytesAt(entry: string, at: number): Hex {
  const start = at + WORD
  const end = start + position(entry, at)
  if (end > entry.length) throw malformed('an entry of the list is truncated')
  return `0x${entry.slice(start, end)}`
}

function wordAt(body: string, at: number): string {
  const digits = body.slice(at, at + WORD)
  if (digits.length < WORD) throw malformed('the list is truncated')
  return digits
}

/** A length or offset in bytes, as hexadecimal digits. */
function position(body: string, at: number): number {
  const value = Number(`0x${wordAt(body, at)}`) * 2
  if (value > body.length) throw malformed('the list has an offset outside its bounds')
  return value
}
