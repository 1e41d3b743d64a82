import { concat, type Hex, keccak256, size, slice, stringToHex, toHex } from 'viem'

/** Calldata of one form: bytes that are the same in every call, and words with names. */
export type Layout = { readonly data: Hex; readonly slots: readonly Slot[] }
type Slot = { readonly name: string; readonly at: number }

/** Bytes that the calldata must have from this byte on. */
export type Pin = { readonly at: number; readonly bytes: Hex }
export type Words = Readonly<Record<string, bigint>>

const WORD = 32
const SELECTOR = 4

/** Stands for a word in calldata that is laid out; no other word has this value. */
export const mark = (name: string): bigint => BigInt(keccak256(stringToHex(name)))

/** Words of calldata that is laid out; a text stands for the word that it names. */
export function words(...values: readonly (bigint | string)[]): Hex {
  return concat(values.map((value) => word(typeof value === 'bigint' ? value : mark(value))))
}

/** The layout of calldata in which `mark` stands for each named word. */
export function layoutOf(data: Hex, names: readonly string[]): Layout {
  const slots = names.flatMap((name) => placesOf(data, word(mark(name)).slice(2)).map((at) => ({ name, at })))
  return { data, slots: slots.sort((a, b) => a.at - b.at) }
}

function placesOf(data: Hex, digits: string): number[] {
  const places: number[] = []
  for (let at = data.indexOf(digits); at >= 0; at = data.indexOf(digits, at + 1)) places.push(at / 2 - 1)
  return places
}

/** Everything after the selector but the words that `fixed` does not name. */
export function pinsOf({ data, slots }: Layout, fixed: Words): Pin[] {
  const filled = fill(data, slots, fixed)
  const free = slots.filter(({ name }) => fixed[name] === undefined).map(({ at }) => at)
  const starts = [SELECTOR, ...free.map((at) => at + WORD)]
  const ends = [...free, size(data)]
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? start
    return end > start ? [{ at: start, bytes: slice(filled, start, end) }] : []
  })
}

/** Calldata of this layout with these words. */
export function write({ data, slots }: Layout, words: Words): Hex {
  return fill(data, slots, words)
}

function fill(data: Hex, slots: readonly Slot[], words: Words): Hex {
  let filled = data
  for (const { name, at } of slots) {
    const value = words[name]
    if (value !== undefined) filled = concat([slice(filled, 0, at), word(value), after(filled, at + WORD)])
  }
  return filled
}

const after = (data: Hex, start: number): Hex => (start < size(data) ? slice(data, start) : '0x')

/** The words with these names that the pins fix. */
export function wordsIn({ slots }: Layout, pins: readonly Pin[], names: readonly string[]): Words {
  const found = slots.flatMap(({ name, at }) => {
    const pin = pins.find((one) => one.at <= at && at + WORD <= one.at + size(one.bytes))
    return pin && names.includes(name) ? [[name, wordAt(pin.bytes, at - pin.at)] as const] : []
  })
  return Object.fromEntries(found)
}

/** The words of calldata that has this layout; undefined for calldata of another form. */
export function read({ data, slots }: Layout, call: Hex): Words | undefined {
  if (size(call) !== size(data)) return undefined
  const words = Object.fromEntries(slots.map(({ name, at }) => [name, wordAt(call, at)]))
  return fill(data, slots, words) === call.toLowerCase() ? words : undefined
}

function wordAt(data: Hex, at: number): bigint {
  return BigInt(slice(data, at, at + WORD))
}

function word(value: bigint): Hex {
  return toHex(value, { size: WORD })
}
