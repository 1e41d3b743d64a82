import { hash } from 'node:crypto'
import { english } from 'viem/accounts'

const WORDS = new Map(english.map((word, index) => [word, index]))
const LENGTHS = [12, 15, 18, 21, 24]
const LENGTH_MIN = 12
const PERIOD_MAX = 12
/** More candidates than any prose has: a text beyond it is a list of seed words. */
const CANDIDATES_MAX = 128

/** Whether a text holds a seed phrase (BIP-39) whose checksum is right. Linear in its length, with bounded hashing. */
export function hasSeedPhrase(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const indexes = words.map((word) => WORDS.get(word))
  const budget = { candidates: CANDIDATES_MAX }
  for (let start = 0, end = 0; end <= indexes.length; end++) {
    if (indexes[end] !== undefined) continue
    if (end - start >= LENGTH_MIN && holdsPhrase(indexes.slice(start, end) as number[], budget)) return true
    start = end + 1
  }
  return false
}

/** Whether consecutive seed words hold a phrase. */
function holdsPhrase(words: readonly number[], budget: { candidates: number }): boolean {
  /** For each period, how many of the last words equal the word one period before. */
  const repeated = new Uint32Array(PERIOD_MAX + 1)
  for (let last = 0; last < words.length; last++) {
    const longest = countRepeated(words, last, repeated)
    for (const length of LENGTHS) {
      // Words that repeat those of one period before were checked then.
      if (length > last + 1 || length <= longest) continue
      if (budget.candidates-- === 0 || isPhrase(words.slice(last + 1 - length, last + 1))) return true
    }
  }
  return false
}

function countRepeated(words: readonly number[], last: number, repeated: Uint32Array): number {
  let longest = 0
  for (let period = 1; period <= PERIOD_MAX; period++) {
    const count = last >= period && words[last - period] === words[last] ? (repeated[period] ?? 0) + 1 : 0
    repeated[period] = count
    if (count > longest) longest = count
  }
  return longest
}

/** The last bits of a phrase are the first bits of the hash of the others. */
function isPhrase(indexes: readonly number[]): boolean {
  const checksumBits = indexes.length / 3
  const bytes = new Uint8Array(Math.ceil((indexes.length * 11) / 8))
  indexes.forEach((index, position) => {
    for (let bit = 0; bit < 11; bit++) {
      const at = position * 11 + bit
      if (index & (1 << (10 - bit))) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (128 >> (at & 7))
    }
  })
  const entropyBytes = (indexes.length * 11 - checksumBits) / 8
  const checksum = Number.parseInt(hash('sha256', bytes.subarray(0, entropyBytes), 'hex').slice(0, 2), 16)
  return (bytes[entropyBytes] ?? 0) >> (8 - checksumBits) === checksum >> (8 - checksumBits)
}
